import { lazy } from './lazy';

const units = ['Bytes', 'KB', 'MB', 'GB'] as const;
const two = lazy(() => new Intl.NumberFormat('bg-BG', { minimumFractionDigits: 2, maximumFractionDigits: 2 }));

/**
 * Bytes as in the specification (2 §9): Bytes, KB, MB, GB with two decimals; the number and its unit never break into
 * two lines.
 */
export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return `${Math.max(0, Math.round(bytes))}\u00a0Bytes`;
  const power = Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1_024)));
  return `${two().format(bytes / 1_024 ** power)}\u00a0${units[power]}`;
}
