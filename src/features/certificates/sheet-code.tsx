import { useMemo } from 'react';
import { codeRuns } from './certificate-code';

/** The QR code of a certificate inside an SVG whose unit is 1 mm, at the place where the PDF has it. */
export function SheetCode({ url }: { url: string }) {
  const runs = useMemo(() => codeRuns(url), [url]);
  return (
    <path d={runs.map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h${-width}z`).join('')} fill="#000" />
  );
}
