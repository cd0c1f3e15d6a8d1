import { Suspense } from 'react';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { certificateFacts, LINE_COLOR, LINE_POINTS, LINES_MM } from './certificate-facts';
import type { CertificateState } from './rules/state';
import { PAGE_MM } from './widgets/sheet';

/** Loads on use, because only signed certificates have a QR code, and from the PDF's chunk, which contains the QR encoder. */
const SheetCode = lazyWithRetry(() => import('./certificate-pdf').then((module) => module.SheetCode));

/** Date, serial and QR code on the drawn sheet, at the places where the PDF has them. */
export function SheetFacts({ certificate, name }: { certificate: CertificateState; name: string }) {
  const { lines, url } = certificateFacts(certificate, name);
  return (
    <svg
      viewBox={`0 0 ${PAGE_MM.width} ${PAGE_MM.height}`}
      aria-hidden="true"
      data-sheet-facts
      className="absolute inset-0 size-full"
      fontSize={(LINE_POINTS * 25.4) / 72}
      fill={LINE_COLOR}
      textAnchor="end"
    >
      {url && (
        <Suspense>
          <SheetCode url={url} />
        </Suspense>
      )}
      {lines.map((line, row) => (
        <text key={line} x={LINES_MM.x} y={LINES_MM.y + row * LINES_MM.step}>
          {line}
        </text>
      ))}
    </svg>
  );
}
