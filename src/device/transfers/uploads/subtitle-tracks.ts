// Finds the subtitle tracks of a video file, which mediabunny does not read. Guarantee: a file that cannot be read has none.

/** Reads at most this much of an index (bytes). The index of a video of eight hours is smaller. */
const MOST_INDEX_BYTES = 64 * 1024 * 1024;
/** Maximum number of top-level boxes or elements to pass on the way to the index. */
const MOST_PARTS = 64;

const textOf = (bytes: Uint8Array) => String.fromCharCode(...bytes).replace(/\0.*$/s, '');
const partOf = (file: Blob, from: number, to: number) =>
  file
    .slice(from, to)
    .arrayBuffer()
    .then((buffer) => new Uint8Array(buffer));
const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength);

interface Part<Id> {
  id: Id;
  /** Offset of the content from the start of the header. */
  header: number;
  /** Size of the content; Infinity up to the end of the parent. */
  size: number;
}

/** Reads the header of an MP4 box or of a Matroska element. */
type ReadHeader<Id> = (view: DataView) => Part<Id>;

const boxHeader: ReadHeader<string> = (view) => {
  const size = view.getUint32(0);
  const header = size === 1 ? 16 : 8;
  const whole = size === 1 ? Number(view.getBigUint64(8)) : size || Infinity;
  return { id: textOf(new Uint8Array(view.buffer, view.byteOffset + 4, 4)), header, size: whole - header };
};

const elementHeader: ReadHeader<number> = (view) => {
  const idLength = Math.clz32(view.getUint8(0)) - 23;
  const first = view.getUint8(idLength);
  const length = Math.clz32(first) - 23;
  let [id, size] = [0, first & (0xff >> length)];
  for (let at = 0; at < idLength; at += 1) id = id * 256 + view.getUint8(at);
  for (let at = 1; at < length; at += 1) size = size * 256 + view.getUint8(idLength + at);
  return { id, header: idLength + length, size: size === 2 ** (7 * length) - 1 ? Infinity : size };
};

function* partsIn<Id>(bytes: Uint8Array, read: ReadHeader<Id>): Generator<{ id: Id; content: Uint8Array }> {
  for (let at = 0; at + 2 <= bytes.length; ) {
    const { id, header, size } = read(viewOf(bytes.subarray(at)));
    if (!(size >= 0)) return;
    yield { id, content: bytes.subarray(at + header, at + header + size) };
    at += header + size;
  }
}

/** The content of the first top-level part `wanted`, also inside of a part `parent`, without reading the parts before it. */
async function findPart<Id>(file: Blob, read: ReadHeader<Id>, wanted: Id, parent?: Id): Promise<Uint8Array> {
  let at = 0;
  for (let count = 0; count < MOST_PARTS && at < file.size; count += 1) {
    const { id, header, size } = read(viewOf(await partOf(file, at, at + 16)));
    const start = at + header;
    if (id === wanted) return partOf(file, start, start + Math.min(size, MOST_INDEX_BYTES));
    at = id === parent ? start : start + size;
  }
  return new Uint8Array();
}

const BOXES_WITH_BOXES = ['trak', 'mdia', 'minf', 'stbl'];
/** Handlers of subtitles. `text` is left out, because it is usually a list of chapters, unless its samples are WebVTT. */
const SUBTITLE_HANDLERS = ['sbtl', 'subt', 'clcp'];

interface Mp4Track {
  handler: string;
  language: string;
  samples: string;
}

function readTrack(content: Uint8Array, track: Mp4Track): Mp4Track {
  for (const { id, content: inner } of partsIn(content, boxHeader)) {
    if (BOXES_WITH_BOXES.includes(id)) readTrack(inner, track);
    if (id === 'hdlr') track.handler = textOf(inner.subarray(8, 12));
    if (id === 'stsd') track.samples = textOf(inner.subarray(12, 16));
    if (id === 'mdhd') {
      // Three letters of 5 bits each. Values below 0x400 are QuickTime's own language codes, which are not read.
      const packed = viewOf(inner).getUint16(inner[0] === 1 ? 32 : 20);
      if (packed >= 0x400)
        track.language = textOf(Uint8Array.of(packed >> 10, packed >> 5, packed).map((five) => (five & 31) + 0x60));
    }
  }
  return track;
}

async function mp4Subtitles(file: Blob): Promise<string[]> {
  const tracks = [...partsIn(await findPart(file, boxHeader, 'moov'), boxHeader)]
    .filter(({ id }) => id === 'trak')
    .map(({ content }) => readTrack(content, { handler: '', language: 'und', samples: '' }));
  return tracks
    .filter(({ handler, samples }) => SUBTITLE_HANDLERS.includes(handler) || (handler === 'text' && samples === 'wvtt'))
    .map(({ language }) => language);
}

/** Ids of Matroska's elements (RFC 9559). */
const element = {
  header: 0x1a45dfa3,
  segment: 0x18538067,
  tracks: 0x1654ae6b,
  entry: 0xae,
  type: 0x83,
  language: 0x22b59c,
  bcp47: 0x22b59d,
};
const MATROSKA_SUBTITLES = 17;

async function matroskaSubtitles(file: Blob): Promise<string[]> {
  const entries = partsIn(await findPart(file, elementHeader, element.tracks, element.segment), elementHeader);
  return [...entries].flatMap(({ id, content }) => {
    if (id !== element.entry) return [];
    const values = new Map([...partsIn(content, elementHeader)].map((part) => [part.id, part.content]));
    if (values.get(element.type)?.at(-1) !== MATROSKA_SUBTITLES) return [];
    const language = values.get(element.bcp47) ?? values.get(element.language);
    // English is Matroska's default.
    return [language ? textOf(language) : 'eng'];
  });
}

/** Languages of the subtitle tracks as the file states them (ISO 639 or BCP 47; `und` if unknown), one per track. */
export async function subtitlesOf(file: Blob): Promise<string[]> {
  try {
    const isMatroska = viewOf(await partOf(file, 0, 4)).getUint32(0) === element.header;
    return await (isMatroska ? matroskaSubtitles(file) : mp4Subtitles(file));
  } catch {
    return [];
  }
}
