import { mayShareFile, storeResource } from '@/features/console-kit/requests/courses';
import { createRow } from '@/features/console-kit/requests/records';
import { queueUpload } from '@/features/uploads/mutations/queue-upload';
import { uploadPicture } from '@/features/uploads/requests';
import { newId } from '@/shared/new-id';
import { extensionOf } from '@/shared/resource-types';
import { saveQuiz } from '../requests/quizzes';
import type { ArchivedLesson, Bucket, CourseArchive, Media } from './model';
import type { ReadArchive } from './read-archive';

/** A checked archive, and the ids of the rows to create. The ids are chosen once, so that a repeated import does not create a second course. */
export interface ImportPlan {
  archive: CourseArchive;
  open: ReadArchive['open'];
  /** Ids of the lessons whose video is already in the upload queue. */
  queued: Set<string>;
  ids: {
    course: string;
    files: string[];
    lessons: string[];
    lessonFiles: string[][];
    quizzes: string[];
    questions: string[][];
  };
}

const idsFor = (rows: readonly unknown[]) => rows.map(() => newId());

export const planImport = (archive: CourseArchive, open: ReadArchive['open']): ImportPlan => ({
  archive,
  open,
  queued: new Set(),
  ids: {
    course: newId(),
    files: idsFor(archive.files),
    lessons: idsFor(archive.lessons),
    lessonFiles: archive.lessons.map(({ files }) => idsFor(files)),
    quizzes: idsFor(archive.quizzes),
    questions: archive.quizzes.map(({ questions }) => idsFor(questions)),
  },
});

/**
 * True if the course may use a file that the archive names but does not contain. An https URL, and a picture with a path, are taken as they are.
 * Rule: an archive may come from a stranger, so it may not use a stored video or file that needs a better plan than its course.
 */
async function isHere(source: string, bucket: Bucket, plan: CourseArchive['course']['plan_type']): Promise<boolean> {
  if (/^https:/i.test(source)) return true;
  return bucket === 'images' ? /^\/(?![/\\])/.test(source) : mayShareFile(bucket, source, plan);
}

/**
 * Stores a checked course as a draft; a row is stored after the rows that it refers to. Videos go to the upload queue, which survives
 * a reload. To continue a failed import, call this function again with the same plan.
 * @returns names of files that are not in the archive, and that the course may not take from this server @throws ConsoleError
 */
export async function storeImport(plan: ImportPlan, onStep: (done: number, all: number) => void): Promise<string[]> {
  const { archive, ids } = plan;
  const { course } = archive;
  const missing: string[] = [];
  const all = 1 + archive.files.length + archive.lessons.length + archive.quizzes.length;
  let done = 0;
  const step = () => onStep(++done, all);

  const lost = ({ source }: Media): null => {
    missing.push(source);
    return null;
  };
  const picture = async (media: Media | null, folder: string): Promise<string | null> => {
    if (!media) return null;
    if (media.file) return uploadPicture(await plan.open(media.file), folder);
    return (await isHere(media.source, 'images', course.plan_type)) ? media.source : lost(media);
  };
  const resource = async (media: Media, id: string): Promise<{ url: string; size: number | null } | null> => {
    if (media.file) {
      const bytes = await plan.open(media.file);
      return { url: await storeResource(`${ids.course}/${id}.${extensionOf(media.file)}`, bytes), size: bytes.size };
    }
    if (await isHere(media.source, 'resources', course.plan_type)) return { url: media.source, size: null };
    return lost(media);
  };

  const { cover, ...fields } = archive.course;
  await createRow('courses', ids.course, {
    ...fields,
    status: 'draft',
    thumbnail_url: await picture(cover, 'thumbnails'),
  });
  step();

  /** Maps a course file's number in the archive (from 1) to the id of the stored file. */
  const stored = new Map<number, string>();
  for (const [index, { media, ...file }] of archive.files.entries()) {
    const id = ids.files[index] as string;
    const at = await resource(media, id);
    if (at) {
      await createRow('course_resources', id, { ...file, course_id: ids.course, file_url: at.url, file_size: at.size });
      stored.set(index + 1, id);
    }
    step();
  }
  for (const [index, lesson] of archive.lessons.entries()) {
    await storeLesson(lesson, index);
    step();
  }
  for (const [index, { questions, lesson, ...quiz }] of archive.quizzes.entries()) {
    const own = [];
    for (const [at, { picture: media, ...question }] of questions.entries())
      own.push({ ...question, id: ids.questions[index]?.[at] as string, image_url: await picture(media, 'questions') });
    const video_id = lesson === null ? null : (ids.lessons[lesson - 1] ?? null);
    await saveQuiz(ids.quizzes[index] as string, null, { ...quiz, course_id: ids.course, video_id }, own);
    step();
  }
  return missing;

  async function storeLesson({ video, poster, files, ...lesson }: ArchivedLesson, index: number) {
    const id = ids.lessons[index] as string;
    const thumbnail_url = await picture(poster, 'thumbnails');
    const isKept =
      video &&
      !video.file &&
      (await isHere(video.source, 'videos', lesson.is_free_preview ? 'free' : course.plan_type));
    if (video && !video.file && !isKept) lost(video);
    await createRow('videos', id, {
      ...lesson,
      course_id: ids.course,
      thumbnail_url,
      video_url: isKept ? video.source : null,
      status: 'draft',
    });
    for (const [at, { media, course_file, ...file }] of files.entries()) {
      const fileId = ids.lessonFiles[index]?.[at] as string;
      const place = await resource(media, fileId);
      if (!place) continue;
      await createRow('video_resources', fileId, {
        ...file,
        video_id: id,
        file_url: place.url,
        file_size: place.size,
        course_resource_id: course_file === null ? null : (stored.get(course_file) ?? null),
      });
    }
    if (!video?.file || plan.queued.has(id)) return;
    const bytes = await plan.open(video.file);
    const name = video.file.split('/').at(-1) ?? 'video.mp4';
    plan.queued.add(id);
    await queueUpload({
      file: new File([bytes], name),
      title: lesson.title,
      duration: lesson.duration_seconds || null,
      write: { videoId: id, courseId: ids.course, replaces: true, fields: thumbnail_url ? { thumbnail_url } : {} },
    });
  }
}
