// Reads a response body piece by piece, and reuses one buffer if the browser supports BYOB readers.

/** Bytes per read. */
const PIECE_BYTES = 512 * 1024;

export interface BodyReader {
  /** Reads the next bytes, which are valid until the next call; undefined at the end of the body. */
  read: () => Promise<Uint8Array | undefined>;
  cancel: () => Promise<void>;
}

/** A BYOB reader; undefined if the body is not a byte stream and therefore allocates its own buffers. */
function readerOf(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  try {
    return body.getReader({ mode: 'byob' });
  } catch {
    return undefined;
  }
}

export function bodyReader(body: ReadableStream<Uint8Array<ArrayBuffer>>): BodyReader {
  const filling = readerOf(body);
  if (!filling) {
    const reader = body.getReader();
    return { read: async () => (await reader.read()).value, cancel: () => reader.cancel() };
  }
  let memory = new ArrayBuffer(PIECE_BYTES);
  const read = async () => {
    const { done, value } = await filling.read(new Uint8Array(memory));
    if (done || !value) return undefined;
    memory = value.buffer;
    return value;
  };
  return { read, cancel: () => filling.cancel() };
}
