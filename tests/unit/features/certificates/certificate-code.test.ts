import { jsPDF } from 'jspdf';
import readCode from 'jsqr';
import { expect, test } from 'vitest';
import { CREDENTIAL_FILE, drawCode, embedCredential } from '@/features/certificates/certificate-code';
import { embeddedFile, inflatedPdf, rectanglesOf } from '../../../helpers/pdf-file';

const page = (compress = false) => new jsPDF({ orientation: 'landscape', unit: 'mm', format: 'a4', compress });
const fileOf = (pdf: jsPDF) => inflatedPdf(Buffer.from(pdf.output('arraybuffer')));

test.each([330, 540])(
  'the QR code of a URL of %i characters is 36 mm wide and is readable from its pixels',
  (length) => {
    const url = `https://sloy.example/certificate/7K2M-9QXP-3RTD-V8WN#`.padEnd(length, 'aB3_-x.');
    const pdf = page();
    drawCode(pdf, url);
    const { pixels, width, height, codeWidth } = rectanglesOf(fileOf(pdf), 8);
    expect(codeWidth).toBeCloseTo(36, 1);
    const code = readCode(pixels, width, height);
    expect(code?.data).toBe(url);
    expect(code?.version).toBeGreaterThanOrEqual(12);
    expect(code?.version).toBeLessThanOrEqual(18);
  },
);

test.each([false, true])(
  'the credential is embedded and can be read like in a PDF reader (compressed: %s)',
  (compress) => {
    const credential = `eyJhbGciOiJSUzI1NiJ9.${'aB3_-'.repeat(400)}.c2ln`;
    const pdf = page(compress);
    pdf.text('Certificate', 20, 20);
    embedCredential(pdf, credential);
    const file = fileOf(pdf);
    expect(embeddedFile(file, CREDENTIAL_FILE)).toBe(credential);
    expect(embeddedFile(file, 'other.jwt')).toBeUndefined();
  },
);
