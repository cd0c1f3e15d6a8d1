/**
 * Digest of a scope: the number of its rows and the sum and xor of their `seq`, updated while pages are applied.
 * Guarantees: equal sets of (row, seq) have equal digests; a missing, extra or outdated row changes the digest. The server
 * computes the same digest in sync.scope.live_*.
 */
import type { Digest } from '../protocol/types';

export class RunningDigest {
  count: number;
  #sum: bigint;
  #xor: bigint;

  constructor({ count, sum, xor }: Digest) {
    this.count = count;
    this.#sum = BigInt(sum);
    this.#xor = BigInt(xor);
  }

  add(seq: number): void {
    this.count++;
    this.#sum += BigInt(seq);
    this.#xor ^= BigInt(seq);
  }

  remove(seq: number): void {
    this.count--;
    this.#sum -= BigInt(seq);
    this.#xor ^= BigInt(seq);
  }

  value(): Digest {
    return { count: this.count, sum: String(this.#sum), xor: String(this.#xor) };
  }
}

export const EMPTY: Digest = { count: 0, sum: '0', xor: '0' };

export function sameDigest(a: Digest, b: Digest): boolean {
  return a.count === b.count && a.sum === b.sum && a.xor === b.xor;
}
