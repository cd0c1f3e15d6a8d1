import { LettersMissing, openPdfPage, textWidth, writeText } from '@/device/pdf';
import { publicImageUrl } from '@/shared/product';
import { PRODUCT } from '@/shared/text/common';
import { drawCode, embedCredential } from './certificate-code';
import { BLOCK, certificateFacts, factsBlock } from './certificate-facts';
import { drawTemplate } from './draw-template';
import type { CertificateState } from './rules/state';
import { certificatesText as text } from './text/certificates';
import { fittingFontSize, nameWidth, PAGE_MM, pxToMm, pxToPoints } from './widgets/sheet';

export { SheetCode } from './sheet-code';

/** Thrown when a resource of the PDF is neither cached nor reachable. The message names the resource. */
export class MissingPart extends Error {
  override name = 'MissingPart';
}

/** Loads the template image. The service worker caches public images, so loading usually works offline. */
function loadTemplate(url: string | null): Promise<HTMLImageElement | null> {
  return new Promise((resolve, reject) => {
    if (!url) {
      resolve(null);
      return;
    }
    const image = new Image();
    image.crossOrigin = 'anonymous';
    image.onload = () => resolve(image);
    image.onerror = () => reject(new MissingPart(text.missing.template));
    image.src = publicImageUrl(url);
  });
}

/**
 * Draws the certificate: the template as an image, name and date as vector text, so that they stay sharp and searchable.
 * @throws MissingPart when the template or the fonts are neither cached nor reachable, or when no font has a letter of the name
 */
export async function certificatePdf(certificate: CertificateState, name: string, compress = true): Promise<Blob> {
  const [pdf, template] = await Promise.all([
    openPdfPage('landscape', name, compress).catch((error: unknown) => {
      throw new MissingPart(error instanceof LettersMissing ? text.missing.letters(error.letters) : text.missing.fonts);
    }),
    loadTemplate(certificate.template_url).then(drawTemplate),
  ]);
  pdf.setProperties({ title: certificate.title, author: PRODUCT, creator: PRODUCT });
  pdf.setLanguage('bg');
  pdf.addImage(template, 'JPEG', 0, 0, PAGE_MM.width, PAGE_MM.height);

  const { x, y } = certificate.name_position;
  const wanted = certificate.name_font_size;
  const width = textWidth(pdf, name, { size: pxToPoints(wanted), bold: true });
  writeText(pdf, name, (PAGE_MM.width * x) / 100, (PAGE_MM.height * y) / 100, {
    size: pxToPoints(fittingFontSize(wanted, width, pxToMm(nameWidth(x)))),
    bold: true,
    colour: certificate.name_font_color,
    align: 'center',
    baseline: 'middle',
  });

  // A certificate that is not signed yet gets neither the QR code nor the credential, only its serial and the verification URL.
  const facts = certificateFacts(certificate, name);
  const drawn = factsBlock(facts);
  if (drawn) {
    const { x: left, y: top, width: across, height } = drawn.block;
    pdf.setFillColor(BLOCK.fill).setDrawColor(BLOCK.border).setLineWidth(BLOCK.borderWidth);
    pdf.roundedRect(left, top, across, height, BLOCK.radius, BLOCK.radius, 'FD');
  }
  if (facts.url) drawCode(pdf, facts.url);
  if (facts.issued?.credential) embedCredential(pdf, facts.issued.credential);
  for (const { text: words, x: left, y: base, ...ink } of drawn?.lines ?? []) writeText(pdf, words, left, base, ink);
  return pdf.output('blob');
}
