const known = new Map<string, boolean>();

/** A font size at which every emoji has colour (px). */
const SIZE = 24;

/** True when this device has a colour font for the emoji. Without one the emoji shows as an empty box. */
export function canDrawEmoji(text: string): boolean {
  const before = known.get(text);
  if (before !== undefined) return before;
  const canvas = Object.assign(document.createElement('canvas'), { width: SIZE, height: SIZE });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  let coloured = false;
  if (context) {
    context.font = `${SIZE}px sans-serif`;
    context.textBaseline = 'top';
    context.fillStyle = '#000';
    context.fillText(text, 0, 0);
    const { data } = context.getImageData(0, 0, SIZE, SIZE);
    for (let at = 0; at < data.length && !coloured; at += 4)
      coloured = (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0) > 0;
  }
  known.set(text, coloured);
  return coloured;
}
