import { type CourseArchive, FORMAT, MANIFEST, mediaOf } from './model';
import { ZipWriter } from './zip-writer';

const numbered = (index: number) => String(index + 1).padStart(3, '0');
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

interface WriteOptions {
  /** Opens a media file to include; if omitted, the archive contains only the names of the media files. */
  open?: (source: string, bucket: 'videos' | 'images' | 'resources') => Promise<ReadableStream<Uint8Array>>;
  onBytes?: (count: number) => void;
}

const nameIn = (source: string, index: number) => {
  const extension = /\.([a-z0-9]{1,8})(?:$|\?)/i.exec(source)?.[1]?.toLowerCase() ?? 'bin';
  return `${numbered(index)}.${extension}`;
};

/** Writes a course as a ZIP file. @returns the ZIP file and the names of the files that could not be read */
export async function writeArchive(
  archive: CourseArchive,
  { open, onBytes = () => undefined }: WriteOptions = {},
): Promise<{ file: Blob; missing: string[] }> {
  const zip = new ZipWriter();
  const missing: string[] = [];
  const places = new Map<string, string | null>();
  for (const { media, bucket } of mediaOf(archive)) {
    const known = `${bucket}:${media.source}`;
    if (open && !places.has(known)) {
      const name = `media/${bucket}/${nameIn(media.source, places.size)}`;
      const stream = await open(media.source, bucket).catch((error: unknown) => {
        if (error instanceof DOMException && error.name === 'AbortError') throw error;
        return null;
      });
      places.set(known, stream && name);
      if (stream) await zip.addStream(name, stream, onBytes);
      else missing.push(media.source);
    }
    media.file = places.get(known) ?? null;
  }
  const { course, files, lessons, quizzes } = archive;
  for (const [index, { captions, chapters, ...lesson }] of lessons.entries()) {
    const base = `lessons/${numbered(index)}`;
    if (captions) zip.addText(`${base}.captions.vtt`, captions);
    if (chapters) zip.addText(`${base}.chapters.vtt`, chapters);
    zip.addText(
      `${base}.json`,
      json({
        ...lesson,
        captions: captions ? `${base}.captions.vtt` : null,
        chapters: chapters ? `${base}.chapters.vtt` : null,
      }),
    );
  }
  for (const [index, quiz] of quizzes.entries()) zip.addText(`quizzes/${numbered(index)}.json`, json(quiz));
  zip.addText(
    MANIFEST,
    json({
      format: FORMAT,
      version: 1,
      course,
      lessons: lessons.map((_, index) => `lessons/${numbered(index)}.json`),
      quizzes: quizzes.map((_, index) => `quizzes/${numbered(index)}.json`),
      files,
    }),
  );
  return { file: zip.close(), missing };
}
