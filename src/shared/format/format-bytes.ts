import { once } from '../once';

const units = ['Bytes', 'KB', 'MB', 'GB'] as const;
const two = once(() => new Intl.NumberFormat('bg-BG', { minimumFractionDigits: 2, maximumFractionDigits: 2 }));

/**
 * Formats a size as specified (2 §9): Bytes, KB, MB, GB with two decimals. A no-break space keeps the number and its unit on one line.
 */
export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return `${Math.max(0, Math.round(bytes))}\u00a0Bytes`;
  const power = Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1_024)));
  return `${two().format(bytes / 1_024 ** power)}\u00a0${units[power]}`;
}
