/**
 * Digest of a scope: the number of its rows, the sum and xor of their `seq`, and the xor of their hashes, updated while pages are applied.
 * Guarantees: equal sets of (row, seq) have equal digests; a missing, extra or outdated row changes the digest, and so does another row that has
 * the same `seq`, after a restore that the server did not notice. The server computes the same digest in sync.scope.live_*.
 */
import type { Digest } from '../protocol/types';

/** What the digest needs of a row. `hash`: the server's hash of its content (int32). */
interface Counted {
  seq: number;
  hash?: number | undefined;
}

export class RunningDigest {
  count: number;
  #sum: bigint;
  #xor: bigint;
  #hash: number;

  constructor({ count, sum, xor, hash = 0 }: Digest) {
    this.count = count;
    this.#sum = BigInt(sum);
    this.#xor = BigInt(xor);
    this.#hash = hash;
  }

  add({ seq, hash = 0 }: Counted): void {
    this.count++;
    this.#sum += BigInt(seq);
    this.#xor ^= BigInt(seq);
    this.#hash ^= hash;
  }

  remove({ seq, hash = 0 }: Counted): void {
    this.count--;
    this.#sum -= BigInt(seq);
    this.#xor ^= BigInt(seq);
    this.#hash ^= hash;
  }

  value(): Digest {
    return { count: this.count, sum: String(this.#sum), xor: String(this.#xor), hash: this.#hash };
  }
}

export const EMPTY: Digest = { count: 0, sum: '0', xor: '0', hash: 0 };

/** Compares the digest of this device with the server's, which has no hash if the server is older than this app. */
export function sameDigest(own: Digest, theirs: Digest): boolean {
  const isSameHash = theirs.hash === undefined || (own.hash ?? 0) === theirs.hash;
  return own.count === theirs.count && own.sum === theirs.sum && own.xor === theirs.xor && isSameHash;
}
