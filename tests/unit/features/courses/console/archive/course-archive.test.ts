import { readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { type CourseArchive, MANIFEST } from '@/features/courses/console/archive/model';
import { readArchive } from '@/features/courses/console/archive/read-archive';
import { writeArchive } from '@/features/courses/console/archive/write-archive';
import { parseJson } from '@/shared/json-lines';

const media = (source: string) => ({ source, file: null });
const captions = 'WEBVTT\n\n00:00.000 --> 00:02.000\nЗдравейте, „свят“ & <i>слой</i>\n';
const chapters = 'WEBVTT\n\n00:00.000 --> 00:02.000\nНачало\n';

const course = (): CourseArchive => ({
  course: {
    title: 'Калибриране „на око“',
    description: 'Ред 1\nРед 2\t"',
    plan_type: 'basic',
    category: null,
    instructor: 'Мария',
    shape: 'cube',
    hue: 120,
    cover: media('/storage/v1/object/public/images/a.png'),
  },
  files: [{ title: 'Профил', file_name: 'p.ini', file_type: 'text/plain', media: media('c/p.ini'), is_visible: false }],
  lessons: [
    {
      title: 'Първи',
      description: null,
      duration_seconds: 61,
      is_free_preview: true,
      video: media('c/1.mp4'),
      poster: media('/storage/v1/object/public/images/a.png'),
      captions,
      chapters,
      files: [
        { title: 'Свой', file_name: 's.stl', file_type: null, media: media('c/s.stl'), course_file: null },
        { title: 'Общ', file_name: 'p.ini', file_type: 'text/plain', media: media('c/p.ini'), course_file: 1 },
      ],
    },
    {
      title: 'Втори',
      description: 'x',
      duration_seconds: 0,
      is_free_preview: false,
      video: null,
      poster: null,
      captions: null,
      chapters: null,
      files: [],
    },
  ],
  quizzes: [
    {
      lesson: 2,
      title: 'Тест',
      emoji: '🧱',
      description: null,
      passing_score: 70,
      time_limit: 5,
      shuffle: true,
      max_attempts: 3,
      graded: true,
      questions: [
        {
          text: 'Кое?',
          type: 'multiple_choice',
          points: 2,
          explanation: 'Защото',
          picture: media('/storage/v1/object/public/images/q.png'),
          options: [
            { id: 'o1', text: 'А', isCorrect: true },
            { id: 'o2', text: 'Б', isCorrect: true },
          ],
        },
      ],
    },
  ],
});

const open = async (source: string) => new Blob([`bytes of ${source}`]).stream();
const withoutPlaces = (archive: CourseArchive | null) =>
  JSON.parse(JSON.stringify(archive, (key, value) => (key === 'file' ? null : value)));

test('a course that is exported and read again is equal, with and without its media', async () => {
  const bare = await writeArchive(course());
  expect((await readArchive(bare.file)).archive).toEqual(course());
  const sum: number[] = [];
  const whole = await writeArchive(course(), { open, onBytes: (count) => sum.push(count) });
  const read = await readArchive(whole.file);
  expect(read.faults).toEqual([]);
  // An invalid stored caption causes only a warning.
  expect(read.warnings).toMatchObject([{ file: 'lessons/001.captions.vtt', line: 5, fault: 'vtt' }]);
  expect(withoutPlaces(read.archive)).toEqual(course());
  const video = read.archive?.lessons[0]?.video?.file ?? '';
  expect(await (await read.open(video)).text()).toBe('bytes of c/1.mp4');
  // A file that two rows name is in the archive only once.
  expect(read.archive?.lessons[0]?.files[1]?.media.file).toBe(read.archive?.files[0]?.media.file);
  expect(read.mediaBytes).toBe(sum.reduce((all, count) => all + count, 0));
});

test('a file that cannot be read is reported and skipped', async () => {
  const written = await writeArchive(course(), {
    open: (source) => (source === 'c/1.mp4' ? Promise.reject(new Error('404')) : open(source)),
  });
  expect(written.missing).toEqual(['c/1.mp4']);
  const { archive, faults } = await readArchive(written.file);
  expect(faults).toEqual([]);
  expect(archive?.lessons[0]?.video).toEqual({ source: 'c/1.mp4', file: null });
});

/** The archive of the exported course after `change` edited its files. */
async function changed(change: (files: Record<string, string>) => void): Promise<Blob> {
  const { archive } = await readArchive((await writeArchive(course())).file);
  const files: Record<string, string> = {};
  const { lessons, quizzes, ...rest } = archive as CourseArchive;
  const names = { lessons: lessons.map((_, at) => `l${at}.json`), quizzes: quizzes.map((_, at) => `q${at}.json`) };
  const pretty = (value: unknown) => JSON.stringify(value, null, 2);
  files[MANIFEST] = pretty({ format: 'sloy-course', version: 1, ...rest, ...names });
  for (const [at, lesson] of lessons.entries())
    files[`l${at}.json`] = pretty({ ...lesson, captions: lesson.captions && 'c.vtt', chapters: null });
  for (const [at, quiz] of quizzes.entries()) files[`q${at}.json`] = pretty(quiz);
  files['c.vtt'] = captions;
  change(files);
  return new Blob([
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))).slice(),
  ]);
}

test('every fault of an archive is reported with its file and line, and nothing of it is imported', async () => {
  const file = await changed((files) => {
    files['l0.json'] = String(files['l0.json'])
      .replace('"duration_seconds": 61', '"duration_seconds": -1')
      .replace('"source": "c/1.mp4"', '"source": "javascript:alert(1)"');
    files['l1.json'] = String(files['l1.json']).replace('"title": "Втори"', '"title": "Втори" "x"');
    files['q0.json'] = String(files['q0.json'])
      .replace('"lesson": 2', '"lesson": 9')
      .replace('"id": "o2"', '"id": "o1"');
    files[MANIFEST] = String(files[MANIFEST]).replace('"q0.json"', '"q0.json",\n    "q1.json"');
  });
  const { archive, faults } = await readArchive(file);
  expect(archive).toBeNull();
  expect(faults).toEqual([
    { file: 'l0.json', line: 4, fault: 'value', detail: 'duration_seconds' },
    { file: 'l0.json', line: 7, fault: 'value', detail: 'video.source' },
    { file: 'l1.json', line: 2, fault: 'syntax', detail: '' },
    { file: 'q0.json', line: 2, fault: 'reference', detail: '' },
    { file: 'q0.json', line: 21, fault: 'value', detail: 'id' },
    { file: MANIFEST, line: expect.any(Number), fault: 'missing', detail: 'q1.json' },
  ]);
  const vtt = await readArchive(
    await changed((files) => Object.assign(files, { 'c.vtt': 'VTT\n\n00:00.000 --> 1\nа\n' })),
  );
  expect(vtt.faults).toMatchObject([{ file: 'c.vtt', line: 1, fault: 'vtt' }]);
  const unknown = await readArchive(
    await changed((files) => {
      files['q0.json'] = String(files['q0.json']).replace(
        '"shuffle": true',
        '"shuffle": true,\n  "status": "published"',
      );
    }),
  );
  expect(unknown.faults).toMatchObject([{ file: 'q0.json', fault: 'value', detail: 'status' }]);
});

test('paths outside the archive, bombs, foreign kinds and damaged files are rejected', async () => {
  const zip = (files: Record<string, Uint8Array>) => new Blob([zipSync(files, { level: 9 }).slice()]);
  const faultOf = async (file: Blob) => (await readArchive(file)).faults.map(({ file: at, fault }) => [at, fault]);
  expect(await faultOf(zip({ '../course.json': strToU8('{}') }))).toEqual([['../course.json', 'path']]);
  expect(await faultOf(zip({ 'a\\..\\b': strToU8('{}') }))).toEqual([['a\\..\\b', 'path']]);
  expect(await faultOf(zip({ 'course.json': new Uint8Array(8 * 1024 * 1024) }))).toEqual([['course.json', 'ratio']]);
  expect(await faultOf(new Blob(['PK not a zip']))).toEqual([['', 'damaged']]);
  expect(await faultOf(zip({ 'a.json': strToU8('{}') }))).toEqual([[MANIFEST, 'missing']]);
  // The central directory declares a smaller size than the entry unpacks to.
  const bytes = zipSync({ [MANIFEST]: strToU8('x'.repeat(300_000)) }).slice();
  const view = new DataView(bytes.buffer);
  const directory = bytes.length - 22 - 46 - MANIFEST.length;
  view.setUint32(directory + 24, 1_000, true);
  expect(await faultOf(new Blob([bytes]))).toEqual([[MANIFEST, 'ratio']]);
  // The central directory declares almost 4 GiB.
  view.setUint32(directory + 24, 0xfffffffe, true);
  expect(await faultOf(new Blob([bytes]))).toEqual([[MANIFEST, 'ratio']]);
  const exe = await changed((files) => {
    files['l0.json'] = String(files['l0.json']).replace('"file": null', '"file": "a.exe"');
    files['a.exe'] = 'MZ';
  });
  expect(await faultOf(exe)).toEqual([['l0.json', 'type']]);
});

test('JSON is read like JSON.parse, with the line of each value', () => {
  const text = '{\n  "a": [1, true, null,\n    "x\\n\\"y"],\n  "__proto__": {}\n}';
  const { value, lineOf } = parseJson(text);
  expect(value).toEqual(JSON.parse(text));
  expect([lineOf(['a']), lineOf(['a', 3]), lineOf(['a', 9]), lineOf(['b'])]).toEqual([2, 3, 2, 1]);
  for (const wrong of ['', '{', '[1,', '{"a" 1}', '{"a":01}', '1 2', '{a:1}', "['a']", '['.repeat(40) + ']'.repeat(40)])
    expect(() => parseJson(wrong), wrong).toThrow('line 1');
});

const fixture = (name: string) =>
  readArchive(
    new Blob([Uint8Array.from(readFileSync(`${import.meta.dirname}/../../../../../fixtures/archives/${name}`))]),
  );

test('an archive that was unpacked and zipped again with its folder opens', async () => {
  const { archive, faults } = await fixture('course-rezipped-in-a-folder.zip');
  expect(faults).toEqual([]);
  expect(archive?.lessons[0]?.captions).toContain('WEBVTT');
});

test.each([
  ['scorm12.zip', 'imsmanifest.xml', 'scorm'],
  ['h5p-renamed.zip', 'h5p.json', 'h5p'],
])('%s is named for what it is', async (name, file, fault) => {
  expect((await fixture(name)).faults).toEqual([{ file, line: null, fault, detail: '' }]);
});

test.each([
  ['imsmanifest.xml', '<manifest xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"/>', 'cartridge'],
  ['k/imsmanifest.xml', '<manifest xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"/>', 'scorm'],
  ['ppt/presentation.xml', '', 'office'],
  ['moodle_backup.xml', '', 'moodle'],
  ['models/gear.STL', '', 'models'],
  ['a.txt', '', 'missing'],
])('an archive with %s is named for what it is', async (name, content, fault) => {
  const zip = zipSync({ '__MACOSX/._a.stl': strToU8(''), [name]: strToU8(content) });
  expect((await readArchive(new Blob([zip.slice()]))).faults.map((one) => one.fault)).toEqual([fault]);
});
