import { Suspense } from 'react';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { BLOCK, certificateFacts, type DatedCertificate, factsBlock } from '../certificate-facts';
import { PAGE_MM } from './sheet';

/** Loads on use, because only signed certificates have a QR code, and from the PDF's chunk, which contains the QR encoder. */
const SheetCode = lazyWithRetry(() => import('../certificate-pdf').then((module) => module.SheetCode));

/** Date, serial and QR code on the drawn sheet, at the places where the PDF has them. */
export function SheetFacts({ certificate, name }: { certificate: DatedCertificate; name: string }) {
  const facts = certificateFacts(certificate, name);
  const drawn = factsBlock(facts);
  return (
    <svg
      viewBox={`0 0 ${PAGE_MM.width} ${PAGE_MM.height}`}
      aria-hidden="true"
      data-sheet-facts
      className="absolute inset-0 size-full"
    >
      {drawn && (
        <rect
          {...drawn.block}
          rx={BLOCK.radius}
          fill={BLOCK.fill}
          stroke={BLOCK.border}
          strokeWidth={BLOCK.borderWidth}
        />
      )}
      {facts.url && (
        <Suspense>
          <SheetCode url={facts.url} />
        </Suspense>
      )}
      {drawn?.lines.map(({ text, x, y, size, bold, colour }) => (
        <text key={y} x={x} y={y} fontSize={(size * 25.4) / 72} fontWeight={bold ? 700 : 400} fill={colour}>
          {text}
        </text>
      ))}
    </svg>
  );
}
