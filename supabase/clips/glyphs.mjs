// The glyphs of the clips, drawn as single strokes like filament: digits, „слой", „°C" and signs.
// A glyph is { width, strokes }; a stroke is a list of points in a box one unit high (capitals and digits), y down.

const arc = (cx, cy, rx, ry, from, to) => {
  const steps = 18;
  const points = [];
  for (let i = 0; i <= steps; i++) {
    const angle = ((from + ((to - from) * i) / steps) * Math.PI) / 180;
    points.push([cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)]);
  }
  return points;
};
const X = 0.36; // x-height

const GLYPHS = {
  ' ': { width: 0.3, strokes: [] },
  0: { width: 0.62, strokes: [arc(0.31, 0.5, 0.31, 0.5, 0, 360)] },
  1: {
    width: 0.36,
    strokes: [
      [
        [0, 0.2],
        [0.26, 0],
        [0.26, 1],
      ],
    ],
  },
  2: { width: 0.58, strokes: [[...arc(0.29, 0.3, 0.28, 0.3, -170, 25), [0.02, 1], [0.6, 1]]] },
  3: { width: 0.58, strokes: [arc(0.27, 0.26, 0.26, 0.26, -160, 90), arc(0.27, 0.74, 0.3, 0.26, -90, 160)] },
  4: {
    width: 0.64,
    strokes: [
      [
        [0.46, 1],
        [0.46, 0],
        [0, 0.72],
        [0.64, 0.72],
      ],
    ],
  },
  5: { width: 0.58, strokes: [[[0.54, 0], [0.1, 0], [0.06, 0.46], ...arc(0.28, 0.68, 0.3, 0.32, -130, 150)]] },
  6: {
    width: 0.6,
    strokes: [
      arc(0.3, 0.68, 0.3, 0.32, 0, 360),
      [
        [0.03, 0.58],
        [0.42, 0],
      ],
    ],
  },
  7: {
    width: 0.56,
    strokes: [
      [
        [0, 0],
        [0.56, 0],
        [0.18, 1],
      ],
    ],
  },
  8: { width: 0.6, strokes: [arc(0.3, 0.25, 0.25, 0.25, 0, 360), arc(0.3, 0.74, 0.3, 0.26, 0, 360)] },
  9: {
    width: 0.6,
    strokes: [
      arc(0.3, 0.32, 0.3, 0.32, 0, 360),
      [
        [0.57, 0.42],
        [0.18, 1],
      ],
    ],
  },
  '/': {
    width: 0.42,
    strokes: [
      [
        [0.42, -0.06],
        [0, 1.06],
      ],
    ],
  },
  '°': { width: 0.26, strokes: [arc(0.13, 0.13, 0.13, 0.13, 0, 360)] },
  '·': {
    width: 0.06,
    strokes: [
      [
        [0.03, 0.55],
        [0.03, 0.56],
      ],
    ],
  },
  C: { width: 0.7, strokes: [arc(0.42, 0.5, 0.42, 0.5, -48, -312)] },
  с: { width: 0.48, strokes: [arc(0.29, (1 + X) / 2, 0.29, (1 - X) / 2, -48, -312)] },
  л: {
    width: 0.52,
    strokes: [
      [
        [0, 1],
        [0.26, X],
        [0.52, 1],
      ],
    ],
  },
  о: { width: 0.6, strokes: [arc(0.3, (1 + X) / 2, 0.3, (1 - X) / 2, 0, 360)] },
  й: {
    width: 0.52,
    strokes: [
      [[0, X], ...arc(0.25, 0.76, 0.25, 0.24, 180, 0), [0.5, X]],
      [
        [0.5, X],
        [0.5, 1],
      ],
      arc(0.25, 0.02, 0.17, 0.15, 170, 10),
    ],
  },
};

/** Draws `text` with its top left corner at (x, y). @returns the x at its right end. */
export function write(canvas, text, x, y, size, weight, color, alpha = 1) {
  let at = x;
  for (const letter of text) {
    const glyph = GLYPHS[letter];
    if (!glyph) throw new Error(`no glyph for ${letter}`);
    for (const stroke of glyph.strokes) {
      for (let i = 1; i < stroke.length; i++) {
        const [ax, ay] = stroke[i - 1];
        const [bx, by] = stroke[i];
        canvas.line(at + ax * size, y + ay * size, at + bx * size, y + by * size, weight / 2, color, alpha);
      }
    }
    at += glyph.width * size + size * 0.2;
  }
  return at - size * 0.2;
}
