import { useMemo } from 'react';
import { codeRuns } from './certificate-code';

/** The QR code of a certificate inside an SVG whose unit is 1 mm, at the place where the PDF has it. */
export function SheetCode({ url }: { url: string }) {
  const { left, top, square, runs } = useMemo(() => codeRuns(url), [url]);
  return (
    <>
      <rect x={left} y={top} width={square} height={square} fill="#fff" />
      <path
        d={runs.map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h${-width}z`).join('')}
        fill="#000"
      />
    </>
  );
}
