/** The machine-readable parts of a certificate's PDF: the QR code of its verification URL and the embedded Open Badges credential. */
import type { jsPDF } from 'jspdf';
import { encode } from 'uqr';
import { PAGE_MM } from '@/widgets/certificate/sheet';

/** Width of the code without its margin (mm). Smaller, a phone's camera does not resolve version 18. */
const CODE_MM = 36;
/** White modules around the code, as the QR standard demands. */
const MARGIN_MODULES = 4;
/** Right and lower edge of the white square on the page (mm from the page's edges). */
const EDGE_MM = { right: 11, bottom: 13 } as const;

/** Draws the code as vector squares, so that it stays sharp at every size. */
export function drawCode(pdf: jsPDF, url: string): void {
  const { size, data } = encode(url, { ecc: 'M', border: 0 });
  const module = CODE_MM / size;
  const square = CODE_MM + 2 * MARGIN_MODULES * module;
  const [left, top] = [PAGE_MM.width - EDGE_MM.right - square, PAGE_MM.height - EDGE_MM.bottom - square];
  pdf.setFillColor('#fff').rect(left, top, square, square, 'F').setFillColor('#000');
  for (const [row, modules] of data.entries())
    for (let from = 0; from < size; from++) {
      if (!modules[from]) continue;
      let to = from;
      while (modules[to]) to++;
      // Draw neighbouring squares of a row as one bar, because seams between squares would show as white lines.
      const [x, y] = [left + (MARGIN_MODULES + from) * module, top + (MARGIN_MODULES + row) * module];
      pdf.rect(x, y, (to - from) * module, module, null);
      from = to;
    }
  pdf.fill();
}

/** jsPDF's internal functions for objects, which its types lack. */
interface ObjectWriter {
  newObject: () => number;
  write: (text: string) => void;
}

/** @throws Error when another version of jsPDF has no such writer. */
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
