/** Settings that the editor side alone reads: their types and defaults, once. A test holds the manifest to them. */

/** How code that a target does not compile is shown: fainter, or on a coloured background. */
export type DimmingStyle = "opacity" | "background";

export interface EditorSettings {
  readonly "dimming.enabled": boolean;
  readonly "dimming.style": DimmingStyle;
  /** Of excluded code; what is excluded in part is shown half-way between this and 1. */
  readonly "dimming.opacity": number;
  /** Read when the server starts. */
  readonly workspaceDiagnostics: boolean;
}

export const EDITOR_DEFAULTS: EditorSettings = {
  "dimming.enabled": true,
  "dimming.style": "opacity",
  "dimming.opacity": 0.5,
  workspaceDiagnostics: false,
};
