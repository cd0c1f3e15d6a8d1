const BLOCKS = 'p, div, li, tr, h1, h2, h3, h4, h5, h6, pre, blockquote';

/** Reads HTML as text; the number of pictures, formulas drawn as pictures included, tells what the text lacks. */
export function plainText(html: string): { text: string; pictures: number } {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const pictures = body.querySelectorAll('img, svg, canvas, video, audio, object, iframe').length;
  for (const node of body.querySelectorAll('script, style')) node.remove();
  for (const node of body.querySelectorAll('br')) node.replaceWith('\n');
  for (const node of body.querySelectorAll(BLOCKS)) node.append('\n');
  const lines = (body.textContent ?? '').split('\n').map((line) => line.replace(/[\s\u00a0]+/g, ' ').trim());
  return { text: lines.filter(Boolean).join('\n'), pictures };
}
