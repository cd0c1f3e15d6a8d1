/**
 * Reads the text form of STL from bytes, without making a string of the whole file. Pure.
 * Guarantees: a decimal comma, bad syntax and a missing end are reported as different reasons, each with its line.
 */
import { checkTriangleCount, isCoordinate, MAX_TRIANGLES, MeshError } from './mesh-error';

const NEWLINE = 10;
const COMMA = 44;
const isSpace = (byte: number) => byte <= 32;

/** A growing list of coordinates. */
class Coordinates {
  #values = new Float32Array(9 * 1_024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Float32Array(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length] = value;
    this.length += 1;
  }

  whole = () => this.#values.slice(0, this.length);
}

/** Splits the bytes into words and counts the lines. */
class Words {
  readonly #bytes: Uint8Array;
  #at: number;
  line = 1;
  start = 0;
  end = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#at = bytes[0] === 0xef ? 3 : 0; // a byte order mark
  }

  next(): boolean {
    const bytes = this.#bytes;
    let at = this.#at;
    while (at < bytes.length && isSpace(bytes[at] ?? 0)) {
      if (bytes[at] === NEWLINE) this.line += 1;
      at += 1;
    }
    this.start = at;
    while (at < bytes.length && !isSpace(bytes[at] ?? 0)) at += 1;
    this.end = at;
    this.#at = at;
    return this.end > this.start;
  }

  skipLine(): void {
    while (this.#at < this.#bytes.length && this.#bytes[this.#at] !== NEWLINE) this.#at += 1;
  }

  text(): string {
    let text = '';
    for (let at = this.start; at < this.end; at += 1) text += String.fromCharCode(this.#bytes[at] ?? 0);
    return text;
  }

  hasComma(): boolean {
    return this.#bytes.subarray(this.start, this.end).includes(COMMA);
  }

  keyword = () => (this.end - this.start > 8 ? '' : this.text().toLowerCase());
}

function readNumber(words: Words, triangle: number): number {
  const { line } = words;
  if (!words.next()) throw new MeshError({ code: 'cut-off-text', line });
  if (words.hasComma()) throw new MeshError({ code: 'comma', line: words.line });
  const text = words.text();
  const value = Number(text);
  if (/^[-+]?(nan|inf|infinity)/i.test(text) || (Number.isFinite(value) && !isCoordinate(value)))
    throw new MeshError({ code: 'bad-number', triangle });
  if (!Number.isFinite(value)) throw new MeshError({ code: 'bad-syntax', line: words.line });
  return value;
}

/** Returns nine coordinates for each triangle. @throws MeshError */
export function parseAsciiStl(bytes: Uint8Array): Float32Array<ArrayBuffer> {
  const words = new Words(bytes);
  const coordinates = new Coordinates();
  let corners = 0;
  let isInFacet = false;
  let isInSolid = false;
  while (words.next()) {
    const keyword = words.keyword();
    if (keyword === 'vertex') {
      const triangle = Math.floor(coordinates.length / 9) + 1;
      if (!isInFacet || corners === 3) throw new MeshError({ code: 'bad-syntax', line: words.line });
      for (let k = 0; k < 3; k += 1) coordinates.push(readNumber(words, triangle));
      corners += 1;
    } else if (keyword === 'facet') {
      if (isInFacet || !isInSolid) throw new MeshError({ code: 'bad-syntax', line: words.line });
      isInFacet = true;
      corners = 0;
      // Skip the normal, which the corners determine. Decimal commas in a normal need no report here: the vertices have them too, and
      // `readNumber` reports those.
      words.skipLine();
    } else if (keyword === 'endfacet') {
      if (!isInFacet || corners !== 3) throw new MeshError({ code: 'bad-syntax', line: words.line });
      isInFacet = false;
      if (coordinates.length / 9 > MAX_TRIANGLES) checkTriangleCount(coordinates.length / 9);
    } else if (keyword === 'solid' || keyword === 'endsolid') {
      if (isInFacet || isInSolid === (keyword === 'solid'))
        throw new MeshError({ code: 'bad-syntax', line: words.line });
      isInSolid = keyword === 'solid';
      words.skipLine();
    } else if (keyword !== 'outer' && keyword !== 'loop' && keyword !== 'endloop') {
      throw new MeshError({ code: isInSolid && isLastWord(words) ? 'cut-off-text' : 'bad-syntax', line: words.line });
    }
  }
  if (isInSolid) throw new MeshError({ code: 'cut-off-text', line: words.line });
  checkTriangleCount(coordinates.length / 9);
  return coordinates.whole();
}

/** True if no word follows. If an unknown word is the last word of the file, the file was probably cut off inside a keyword. */
const isLastWord = (words: Words) => !words.next();
