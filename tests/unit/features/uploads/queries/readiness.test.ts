import { expect, test } from 'vitest';
import { paddedCourseId } from '@/features/console-kit/requests/course-id';
import type { LessonFileRow, VideoRow } from '@/features/console-kit/requests/rows';
import { brokenRules, type FileReport } from '@/features/uploads/queries/readiness';

const facts = {
  duration: 40,
  width: 1280,
  height: 720,
  videoCodec: 'avc',
  audioCodec: 'aac',
  hasAudio: true,
  keyFrameSeconds: 4,
  bitrate: 200_000,
  layout: 'fast-start',
} as const;
const row = { row_version: 1, deleted_at: null, created_at: '2026-11-01T00:00:00Z' };
const lesson: VideoRow = {
  ...row,
  id: 'video',
  course_id: 'course',
  title: 'Калибриране',
  description: null,
  video_url: 'lessons/a.mp4',
  media_bytes: null,
  captions: 'WEBVTT',
  chapters: null,
  duration_seconds: 40,
  order_position: 0,
  thumbnail_url: '/a.jpg',
  is_free_preview: false,
  status: 'draft',
};
const fileAt = (file_url: string): LessonFileRow => ({
  ...row,
  id: file_url,
  video_id: 'video',
  course_resource_id: null,
  title: 'Профил',
  file_url,
  file_name: 'profile.pdf',
  file_size: null,
  file_type: null,
});
const brokenOf = (video: Partial<VideoRow>, report: FileReport, files: LessonFileRow[] = []) =>
  brokenRules({ ...lesson, ...video }, files, report);

test('a lesson is ready when nothing is missing, and every fault has its rule', () => {
  expect(brokenOf({}, { facts, hasRanges: true })).toEqual([]);
  const webm = {
    ...facts,
    videoCodec: 'vp9',
    audioCodec: 'opus',
    layout: 'other',
    keyFrameSeconds: 12,
    bitrate: 9e6,
  } as const;
  const foreign = { video_url: 'https://x.test/a.webm', captions: null, thumbnail_url: null };
  expect(brokenOf(foreign, { facts: webm, hasRanges: false }, [fileAt('https://x.test/a.pdf')])).toEqual([
    ...['codec', 'start', 'keyFrames', 'bitrate', 'captions', 'poster', 'ranges', 'resources', 'ownFile'],
  ]);
  expect(brokenOf({}, { facts: { ...facts, hasAudio: false, audioCodec: null }, hasRanges: true })).toEqual([]);
  expect(brokenOf({}, { facts: undefined, hasRanges: true })).toContain('codec');
});

test('a course id that is not a UUID is padded to one', () => {
  expect(paddedCourseId('42')).toBe('00000000-0000-0000-0000-000000000042');
  const id = 'c0000000-0000-4000-8000-000000000001';
  expect(paddedCourseId(id)).toBe(id);
});
