/** The machine-readable parts of a certificate's PDF: the QR code of its verification URL and the embedded Open Badges credential. */
import type { jsPDF } from 'jspdf';
import { encode } from 'uqr';
import { type Box, CODE_BOX, CODE_MM } from './certificate-facts';

/**
 * The QR code of a URL in mm: its adjacent dark modules of each row as one rectangle, because gaps between
 * single modules would show as white lines.
 */
export function codeRuns(url: string) {
  const { size, data } = encode(url, { ecc: 'M', border: 0 });
  const module = CODE_MM / size;
  const margin = (CODE_BOX.width - CODE_MM) / 2;
  const runs: Box[] = [];
  for (const [row, modules] of data.entries())
    for (let from = 0; from < size; from++) {
      if (!modules[from]) continue;
      let to = from;
      while (modules[to]) to++;
      const [x, y] = [CODE_BOX.x + margin + from * module, CODE_BOX.y + margin + row * module];
      runs.push({ x, y, width: (to - from) * module, height: module });
      from = to;
    }
  return runs;
}

/** Draws the QR code as vector rectangles, so that it stays sharp at every size. */
export function drawCode(pdf: jsPDF, url: string): void {
  const { x: left, y: top, width: side } = CODE_BOX;
  pdf.setFillColor('#fff').rect(left, top, side, side, 'F').setFillColor('#000');
  for (const { x, y, width, height } of codeRuns(url)) pdf.rect(x, y, width, height, null);
  pdf.fill();
}

/** jsPDF's internal functions for writing PDF objects, which its type declarations omit. */
interface ObjectWriter {
  newObject: () => number;
  write: (text: string) => void;
}

/** @throws Error when the installed version of jsPDF lacks these functions. */
function objectWriterOf({ internal }: jsPDF): ObjectWriter {
  const writer: typeof internal & Partial<ObjectWriter> = internal;
  const { newObject, write } = writer;
  if (!newObject || !write)
    throw new Error('jsPDF has no internal.newObject or internal.write: see certificate-code.ts');
  return { newObject, write };
}

export const CREDENTIAL_FILE = 'credential.jwt';

/** Embeds a file of ASCII text into the document, as an associated file of the whole document (PDF 2.0, 7.11.4 and 14.13). */
export function embedCredential(pdf: jsPDF, credential: string): void {
  const { events } = pdf.internal;
  const writer = objectWriterOf(pdf);
  let file = 0;
  events.subscribe('postPutResources', () => {
    const stream = writer.newObject();
    writer.write(`<< /Type /EmbeddedFile /Subtype /application#2Fjwt /Length ${credential.length} >>`);
    writer.write(`stream\n${credential}\nendstream\nendobj`);
    file = writer.newObject();
    writer.write(
      `<< /Type /Filespec /F (${CREDENTIAL_FILE}) /UF (${CREDENTIAL_FILE}) /AFRelationship /Data /EF << /F ${stream} 0 R >> >>`,
    );
    writer.write('endobj');
  });
  events.subscribe('putCatalog', () => {
    writer.write(`/Names << /EmbeddedFiles << /Names [(${CREDENTIAL_FILE}) ${file} 0 R] >> >>`);
    writer.write(`/AF [${file} 0 R]`);
  });
}
