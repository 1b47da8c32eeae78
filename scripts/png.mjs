// Makes pictures of windows small: 256 colours are enough for them, and a browser's own files are hardly compressed.
import { crc32, deflateSync, inflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const CHANNELS = { 2: 3, 6: 4 };
const MOST_COLOURS = 256;

/** The same picture in as few bytes; null where it is of a kind that browsers do not write. */
export function shrunk(png) {
  const picture = decoded(png);
  return picture === null ? null : encoded(picture);
}

function decoded(png) {
  let header;
  const data = [];
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString("latin1", at + 4, at + 8);
    const chunk = png.subarray(at + 8, at + 8 + length);
    if (type === "IHDR") header = chunk;
    if (type === "IDAT") data.push(chunk);
    at += 12 + length;
  }
  const channels = CHANNELS[header[9]];
  if (header[8] !== 8 || channels === undefined || header[12] !== 0) return null;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const rows = unfiltered(inflateSync(Buffer.concat(data)), width * channels, height, channels);
  const colours = new Uint32Array(width * height);
  for (let pixel = 0; pixel < colours.length; pixel++) {
    const at = pixel * channels;
    colours[pixel] = (rows[at] << 16) | (rows[at + 1] << 8) | rows[at + 2];
  }
  return { width, height, colours };
}

/** Rows as they were before each was told by its difference from its neighbours. */
function unfiltered(raw, stride, height, channels) {
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    const from = y * (stride + 1) + 1;
    const to = y * stride;
    for (let x = 0; x < stride; x++) {
      const left = x < channels ? 0 : rows[to + x - channels];
      const up = y === 0 ? 0 : rows[to + x - stride];
      const corner = x < channels || y === 0 ? 0 : rows[to + x - stride - channels];
      rows[to + x] = raw[from + x] + [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
    }
  }
  return rows;
}

function paeth(left, up, corner) {
  const guess = left + up - corner;
  const [a, b, c] = [left, up, corner].map((each) => Math.abs(guess - each));
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/** How much of the palette goes to the colours that fill most; the rest to those that would be missed most. */
const COMMON = 160;

/** For each colour the place of its nearest in the palette. */
function paletteOf(colours) {
  const counts = new Map();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const byCount = [...counts].sort(([, a], [, b]) => b - a).map(([colour]) => colour);
  const palette = byCount.slice(0, COMMON);
  const others = byCount.slice(COMMON).map((colour) => ({ colour, ...nearest(colour, palette) }));
  while (palette.length < MOST_COLOURS && others.some(({ distance }) => distance > 0)) {
    // A few pixels of a colour that nothing else is like are seen: an error's red, a mark in the margin.
    const missed = others.reduce((a, b) => (loss(b, counts) > loss(a, counts) ? b : a));
    palette.push(missed.colour);
    for (const other of others) {
      const distance = distanceOf(other.colour, missed.colour);
      if (distance < other.distance) Object.assign(other, { index: palette.length - 1, distance });
    }
  }
  const indices = new Map(palette.map((colour, index) => [colour, index]));
  for (const { colour, index } of others) if (!indices.has(colour)) indices.set(colour, index);
  return { palette, indices };
}

const loss = ({ colour, distance }, counts) => distance * counts.get(colour);

function nearest(colour, palette) {
  let [index, distance] = [0, Infinity];
  palette.forEach((each, at) => {
    const far = distanceOf(colour, each);
    if (far < distance) [index, distance] = [at, far];
  });
  return { index, distance };
}

function distanceOf(a, b) {
  const part = (shift) => (((a >> shift) & 255) - ((b >> shift) & 255)) ** 2;
  return part(16) + part(8) + part(0);
}

function encoded({ width, height, colours }) {
  const { palette, indices } = paletteOf(colours);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = indices.get(colours[y * width + x]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const entries = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", entries),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
