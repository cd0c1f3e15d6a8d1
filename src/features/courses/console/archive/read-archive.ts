// Reads and validates a course archive; stores nothing. Rule: a single fault rejects the whole archive, and every fault is reported with
// its file and line.

import * as v from 'valibot';
import { cleanTexts } from '@/shared/clean-text';
import { JsonFault, type ParsedJson, parseJson } from '@/shared/json-lines';
import { IMAGE_LIMIT_BYTES, RESOURCE_LIMIT_BYTES, VIDEO_LIMIT_BYTES } from '@/shared/limits';
import { extensionOf, resourceTypes } from '@/shared/resource-types';
import { readTextFile } from '@/shared/text-file';
import { readVtt, vttOf } from '@/shared/webvtt';
import { readZip, type ZipEntry, ZipError, type ZipFault } from '@/shared/zip';
import { faultOf } from '../requests/quizzes';
import { courseEntries, type ForeignArchive, foreignArchive } from './archive-root';
import {
  type ArchivedLesson,
  type Bucket,
  type CourseArchive,
  lessonSchema,
  MANIFEST,
  type Media,
  manifestSchema,
  type QuizPart,
  quizSchema,
} from './model';

export type ArchiveFaultKind =
  | ZipFault
  | ForeignArchive
  | 'missing'
  | 'syntax'
  | 'value'
  | 'vtt'
  | 'reference'
  | 'too-large'
  | 'type'
  | ReturnType<typeof faultOf>;

export interface ArchiveFault {
  file: string;
  /** Line of the fault; null if the fault concerns the whole file. */
  line: number | null;
  fault: Exclude<ArchiveFaultKind, undefined>;
  detail: string;
}

export interface ReadArchive {
  archive: CourseArchive | null;
  faults: ArchiveFault[];
  /** Faults that do not prevent the import. */
  warnings: ArchiveFault[];
  /** Unpacks one file from the archive. */
  open: (file: string) => Promise<Blob>;
  /** Total size of the media in the archive (bytes). */
  mediaBytes: number;
}

/** Maximum size of one text file (bytes). */
const MAX_TEXT_BYTES = 5 * 1024 * 1024;
/** Maximum size of all text files together (bytes). */
const MAX_TEXTS_BYTES = 64 * 1024 * 1024;
/** Every file has a limit of its own, and only one is unpacked at a time. */
const ZIP_LIMITS = { bytes: Infinity, ratio: 200 };
const MOST_FAULTS = 200;
/** Maximum length of a chapters text; keep equal to the SQL check of `videos.chapters`. */
const MAX_CHAPTERS = 20_000;

const mediaLimits: Record<Bucket, number> = {
  videos: VIDEO_LIMIT_BYTES,
  images: IMAGE_LIMIT_BYTES,
  resources: RESOURCE_LIMIT_BYTES,
};
const extensions: Record<Bucket, (extension: string) => boolean> = {
  videos: (extension) => ['mp4', 'm4v', 'webm', 'mov'].includes(extension),
  images: (extension) => ['png', 'jpg', 'jpeg', 'webp', 'gif', 'avif'].includes(extension),
  resources: (extension) => extension in resourceTypes,
};

class Reader {
  readonly faults: ArchiveFault[] = [];
  readonly warnings: ArchiveFault[] = [];
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  #textBytes = 0;
  #media = new Map<string, number>();

  constructor(entries: ReadonlyMap<string, ZipEntry>) {
    this.#entries = entries;
  }

  get mediaBytes(): number {
    return [...this.#media.values()].reduce((sum, size) => sum + size, 0);
  }

  fail(file: string, line: number | null, fault: ArchiveFault['fault'], detail = ''): null {
    if (this.faults.length < MOST_FAULTS) this.faults.push({ file, line, fault, detail });
    return null;
  }

  async text(file: string, from = file, line: number | null = null): Promise<string | null> {
    const entry = this.#entries.get(file);
    if (!entry) return this.fail(from, line, 'missing', file);
    this.#textBytes += entry.size;
    if (entry.size > MAX_TEXT_BYTES || this.#textBytes > MAX_TEXTS_BYTES) return this.fail(file, null, 'too-large');
    return readTextFile(await entry.blob());
  }

  async part<S extends v.GenericSchema>(file: string, schema: S, from = file, line: number | null = null) {
    const text = await this.text(file, from, line);
    if (text === null) return null;
    let parsed: ParsedJson;
    try {
      parsed = parseJson(text);
    } catch (error) {
      if (!(error instanceof JsonFault)) throw error;
      return this.fail(file, error.line, 'syntax');
    }
    const checked = v.safeParse(schema, cleanTexts(parsed.value));
    if (checked.success) return { value: checked.output as v.InferOutput<S>, lineOf: parsed.lineOf };
    for (const issue of checked.issues) {
      const path = (issue.path ?? []).map(({ key }) => key as string | number);
      this.fail(file, parsed.lineOf(path), 'value', path.join('.'));
    }
    return null;
  }

  async vtt(file: string | null, mode: 'chapters' | undefined, from: string, line: number): Promise<string | null> {
    if (file === null) return null;
    const written = await this.text(file, from, line);
    if (written === null) return null;
    const text = vttOf(written);
    if (!text.startsWith('WEBVTT') || (mode && text.length > MAX_CHAPTERS)) return this.fail(file, 1, 'vtt');
    // Syntax errors are only warnings here, because the rest of the app accepts captions with syntax errors too.
    for (const { line: at, message } of readVtt(text, mode).errors)
      if (this.warnings.length < MOST_FAULTS) this.warnings.push({ file, line: at, fault: 'vtt', detail: message });
    return text;
  }

  media(one: Media | null, bucket: Bucket, file: string, line: number): void {
    if (!one?.file) return;
    const entry = this.#entries.get(one.file);
    const fault = !entry
      ? 'missing'
      : entry.size > mediaLimits[bucket] || entry.size === 0
        ? 'too-large'
        : extensions[bucket](extensionOf(one.file))
          ? null
          : 'type';
    if (fault) this.fail(file, line, fault, one.file);
    else this.#media.set(one.file, entry?.size ?? 0);
  }
}

async function readLesson(
  reader: Reader,
  file: string,
  line: number,
  courseFiles: number,
): Promise<ArchivedLesson | null> {
  const part = await reader.part(file, lessonSchema, MANIFEST, line);
  if (!part) return null;
  const { value, lineOf } = part;
  reader.media(value.video, 'videos', file, lineOf(['video', 'file']));
  reader.media(value.poster, 'images', file, lineOf(['poster', 'file']));
  for (const [index, one] of value.files.entries()) {
    reader.media(one.media, 'resources', file, lineOf(['files', index, 'media', 'file']));
    if (one.course_file !== null && one.course_file > courseFiles)
      reader.fail(file, lineOf(['files', index, 'course_file']), 'reference');
  }
  return {
    ...value,
    captions: await reader.vtt(value.captions, undefined, file, lineOf(['captions'])),
    chapters: await reader.vtt(value.chapters, 'chapters', file, lineOf(['chapters'])),
  };
}

async function readQuiz(reader: Reader, file: string, line: number, lessons: number): Promise<QuizPart | null> {
  const part = await reader.part(file, quizSchema, MANIFEST, line);
  if (!part) return null;
  const { value, lineOf } = part;
  if (value.lesson !== null && value.lesson > lessons) reader.fail(file, lineOf(['lesson']), 'reference');
  for (const [index, question] of value.questions.entries()) {
    reader.media(question.picture, 'images', file, lineOf(['questions', index, 'picture', 'file']));
    const ids = new Set(question.options.map(({ id }) => id));
    if (ids.size < question.options.length) reader.fail(file, lineOf(['questions', index, 'options']), 'value', 'id');
    // Accept unfinished questions, because the import creates a draft. The checklist before publishing rejects them.
    const fault = faultOf({ ...question, id: '', image_url: null });
    if (fault === 'several-right') reader.fail(file, lineOf(['questions', index]), fault);
  }
  return value;
}

/** Reads a whole archive and reports every fault; `archive` is null if there are faults. */
export async function readArchive(file: Blob): Promise<ReadArchive> {
  const none = { archive: null, warnings: [], open: () => Promise.reject(new ZipError('damaged')), mediaBytes: 0 };
  try {
    const entries = courseEntries(await readZip(file, ZIP_LIMITS));
    const foreign = entries.has(MANIFEST) ? undefined : await foreignArchive(entries);
    if (foreign) return { ...none, faults: [{ file: foreign.file, line: null, fault: foreign.kind, detail: '' }] };
    const reader = new Reader(entries);
    const manifest = await reader.part(MANIFEST, manifestSchema);
    if (!manifest) return { ...none, faults: reader.faults };
    const { course, files, lessons: lessonFiles, quizzes: quizFiles } = manifest.value;
    const { lineOf } = manifest;
    reader.media(course.cover, 'images', MANIFEST, lineOf(['course', 'cover', 'file']));
    for (const [index, { media }] of files.entries())
      reader.media(media, 'resources', MANIFEST, lineOf(['files', index, 'media', 'file']));
    const lessons: ArchivedLesson[] = [];
    for (const [index, name] of lessonFiles.entries()) {
      const lesson = await readLesson(reader, name, lineOf(['lessons', index]), files.length);
      if (lesson) lessons.push(lesson);
    }
    const quizzes: QuizPart[] = [];
    for (const [index, name] of quizFiles.entries()) {
      const quiz = await readQuiz(reader, name, lineOf(['quizzes', index]), lessonFiles.length);
      if (quiz) quizzes.push(quiz);
    }
    const open = async (name: string) => {
      const entry = entries.get(name);
      if (!entry) throw new ZipError('damaged', name);
      return entry.blob();
    };
    if (reader.faults.length) return { ...none, faults: reader.faults };
    const archive = { course, files, lessons, quizzes };
    return { archive, faults: [], warnings: reader.warnings, open, mediaBytes: reader.mediaBytes };
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    return { ...none, faults: [{ file: error.entry, line: null, fault: error.fault, detail: '' }] };
  }
}
