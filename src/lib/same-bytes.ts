/** Compares two byte arrays in 32-bit words; the `byteOffset` of both must be a multiple of four. */
export function sameBytes(a: Uint8Array<ArrayBuffer>, b: Uint8Array<ArrayBuffer>): boolean {
  if (a.length !== b.length) return false;
  const words = a.length >> 2;
  const [x, y] = [new Int32Array(a.buffer, a.byteOffset, words), new Int32Array(b.buffer, b.byteOffset, words)];
  const differs = (at: number) => (x[at] as number) ^ (y[at] as number);
  let at = 0;
  for (; at + 4 <= words; at += 4) if (differs(at) | differs(at + 1) | differs(at + 2) | differs(at + 3)) return false;
  for (at <<= 2; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}
