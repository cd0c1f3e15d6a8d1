// Reads a response body piece by piece, into the same buffer again and again where the browser supports that.

/** Bytes per read. */
const PIECE_BYTES = 512 * 1024;

export interface BodyReader {
  /** The next bytes, valid until the next call; undefined at the end. */
  read: () => Promise<Uint8Array | undefined>;
  cancel: () => Promise<void>;
}

/** Undefined where the body is no byte stream: such a body allocates its own buffers. */
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
