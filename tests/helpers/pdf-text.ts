/** The text of an uncompressed PDF: maps each text operator through its font's ToUnicode table, as a PDF reader's search does. */
const hex = (code: string) => String.fromCodePoint(Number.parseInt(code, 16));

function tableOf(cmap: string): Map<string, string> {
  const table = new Map<string, string>();
  for (const [, from = '', to = '', base = ''] of cmap.matchAll(/<([0-9a-f]{4})><([0-9a-f]{4})><([0-9a-f]{4})>/gi)) {
    for (let at = 0; at <= Number.parseInt(to, 16) - Number.parseInt(from, 16); at++) {
      table.set(
        (Number.parseInt(from, 16) + at).toString(16).padStart(4, '0'),
        String.fromCodePoint(Number.parseInt(base, 16) + at),
      );
    }
  }
  for (const [, code = '', letter = ''] of cmap.matchAll(/^<([0-9a-f]{4})> ?<([0-9a-f]{4})>$/gim))
    table.set(code.toLowerCase(), hex(letter));
  return table;
}

export function pdfText(file: string): string[] {
  const objects = new Map(
    [...file.matchAll(/(\d+) 0 obj([\s\S]*?)endobj/g)].map(([, id = '', body = '']) => [id, body]),
  );
  const fonts = new Map<string, Map<string, string>>();
  for (const [, name = '', id = ''] of file.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const cmap = objects.get(/\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1] ?? '');
    if (cmap) fonts.set(name, tableOf(cmap));
  }
  const lines: string[] = [];
  let table = new Map<string, string>();
  for (const [, font, codes = ''] of file.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9a-f]+)> Tj/gi)) {
    if (font) table = fonts.get(font) ?? table;
    else lines.push((codes.toLowerCase().match(/.{4}/g) ?? []).map((code) => table.get(code) ?? '?').join(''));
  }
  return lines;
}
