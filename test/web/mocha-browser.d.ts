/** Mocha's browser build: imported for what it makes global. */
declare module "mocha/mocha.js";
