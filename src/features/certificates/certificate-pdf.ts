import { openPdfPage } from '@/device/pdf';
import { publicImageUrl } from '@/shared/product';
import { PRODUCT } from '@/shared/text/common';
import { drawCode, embedCredential } from './certificate-code';
import { certificateFacts, LINE_COLOR, LINE_POINTS, LINES_MM } from './certificate-facts';
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
 * @throws MissingPart when the template or the fonts are neither cached nor reachable
 */
export async function certificatePdf(certificate: CertificateState, name: string): Promise<Blob> {
  const [pdf, template] = await Promise.all([
    openPdfPage('landscape').catch(() => {
      throw new MissingPart(text.missing.fonts);
    }),
    loadTemplate(certificate.template_url).then(drawTemplate),
  ]);
  pdf.setProperties({ title: certificate.title, author: PRODUCT, creator: PRODUCT });
  pdf.setLanguage('bg');
  pdf.addImage(template, 'JPEG', 0, 0, PAGE_MM.width, PAGE_MM.height);

  const { x, y } = certificate.name_position;
  pdf.setFont('Manrope', 'bold').setFontSize(pxToPoints(certificate.name_font_size));
  const size = fittingFontSize(certificate.name_font_size, pdf.getTextWidth(name), pxToMm(nameWidth(x)));
  pdf
    .setFontSize(pxToPoints(size))
    .setTextColor(certificate.name_font_color)
    .text(name, (PAGE_MM.width * x) / 100, (PAGE_MM.height * y) / 100, { align: 'center', baseline: 'middle' });

  // A certificate that is not signed yet gets neither the QR code nor the credential, only its serial and the verification URL.
  const { issued, lines, url } = certificateFacts(certificate, name);
  if (url) drawCode(pdf, url);
  if (issued?.credential) embedCredential(pdf, issued.credential);
  pdf.setFont('Manrope', 'normal').setFontSize(LINE_POINTS).setTextColor(LINE_COLOR);
  for (const [row, line] of lines.entries())
    if (line) pdf.text(line, LINES_MM.x, LINES_MM.y + row * LINES_MM.step, { align: 'right' });
  return pdf.output('blob');
}
