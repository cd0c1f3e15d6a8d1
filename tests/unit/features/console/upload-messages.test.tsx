// @vitest-environment happy-dom

import { act, cleanup, fireEvent, renderHook, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { CodecReport } from '@/device/transfers/uploads/file-report';
import { DropFiles } from '@/features/courses/console/course-editor/drop-files';
import { VideoDialog } from '@/features/courses/console/course-editor/video-dialog';
import { useWizard } from '@/features/courses/console/video-upload/use-wizard';
import { VideoUploadPage } from '@/features/courses/console/video-upload/video-upload-page';
import { AdminStorePage } from '@/features/store/console/store-page';
import { LaunchForm } from '@/features/store/widgets/launch-form';
import { faultWords } from '@/features/uploads/widgets/video-file';
import { answer, press, seen, show, startConsole, stopConsole } from './console-backend';

// Messages of uploads and of the launch sign-up, each triggered by its real cause. happy-dom has no private files and decodes no image.

const queue = vi.hoisted(() => ({
  addUpload: vi.fn<() => Promise<void>>(),
  codecs: vi.fn<() => Promise<CodecReport>>(),
}));
const forms = vi.hoisted(() => ({ signUp: vi.fn<() => Promise<unknown>>() }));
vi.mock('@/device/service/requests', async () => ({
  backendClient: (await import('./console-backend')).backendClient,
}));
// happy-dom has no workers.
vi.mock('@/device/transfers/uploads/prepare', async (original) => ({
  ...(await original<object>()),
  codecsInWorker: queue.codecs,
}));
vi.mock('@/features/uploads/mutations/uploads', async (original) => ({
  ...(await original<object>()),
  addUpload: queue.addUpload,
}));
vi.mock('@/features/uploads/queries/chosen-file', async (original) => ({
  ...(await original<object>()),
  posterOfPicture: () => Promise.resolve(new Blob(['poster'])),
}));
vi.mock('@/features/contact/mutations', async (original) => ({
  ...(await original<object>()),
  signUpForLaunch: forms.signUp,
}));

// The queue's code loads on use, which may take seconds here.
beforeAll(async () => void (await import('@/features/uploads/mutations/uploads')));
beforeEach(() => {
  queue.addUpload.mockReset();
  queue.codecs.mockReset().mockRejectedValue(new Error('The worker does not start'));
  startConsole();
  answer('GET courses', [{ id: '11111111-0000-4000-8000-000000000001', deleted_at: null }]);
});
afterEach(stopConsole);

const address = '/admin/video-upload/11111111-0000-4000-8000-000000000001';
const video = new File(['x'], 'kub.mp4', { type: 'video/mp4' });

test.each([
  ['a video', null, 'Uploading video file...'],
  ['a video with a picture', new File(['p'], 'kub.png', { type: 'image/png' }), 'Uploading thumbnail...'],
])('the wizard uploads %s: the queue fails, then takes it', async (_, thumbnail, progress) => {
  const user = show(
    <Routes>
      <Route path="/admin/video-upload/:courseId" element={<VideoUploadPage />} />
      <Route path="*" element={null} />
    </Routes>,
    address,
  );
  await seen('Upload');
  await user.upload(document.querySelector('input[type="file"]') as HTMLInputElement, video);
  await press(user, 'Next');
  const title = await screen.findByLabelText('Title');
  await user.clear(title);
  await user.type(title, 'Кубче');
  if (thumbnail) await user.upload(document.querySelector('input[accept="image/*"]') as HTMLInputElement, thumbnail);
  await press(user, 'Next');
  await press(user, 'Next');
  queue.addUpload.mockRejectedValueOnce(new Error('quota'));
  await press(user, 'Skip Test');
  await seen('Video upload failed');
  let stored = () => {};
  queue.addUpload.mockReturnValueOnce(
    new Promise((done) => {
      stored = done;
    }),
  );
  await press(user, 'Skip Test');
  await seen('Processing video...');
  stored();
  await seen(progress);
});

/** A file that reports `size` without holding that many bytes. */
const sized = (size: number) =>
  Object.defineProperty(new File([], 'kub.mp4', { type: 'video/mp4' }), 'size', { value: size });
const faults: [string, File, string][] = [
  ['an empty file', sized(0), 'Файлът е празен.'],
  ['a file one byte over 500 MB', sized(500 * 1024 * 1024 + 1), 'Файлът е 500,01\u00a0MB, границата е 500 MB.'],
  ['a file over 500 MB', sized(501 * 1024 * 1024), 'Файлът е 501,00\u00a0MB, границата е 500 MB.'],
];

/** Opens the upload wizard at its first step. */
async function openWizard() {
  const user = show(
    <Routes>
      <Route path="/admin/video-upload/:courseId" element={<VideoUploadPage />} />
    </Routes>,
    address,
  );
  await seen('Upload');
  const input = document.querySelector('input[type="file"]') as HTMLInputElement;
  return { user, input };
}

test.each(faults)('the wizard rejects %s at the field, which gets the focus', async (_, file, words) => {
  const { user, input } = await openWizard();
  await user.upload(input, file);
  expect((await screen.findByRole('alert')).textContent).toBe(words);
  await press(user, 'Next');
  expect(screen.getByRole('alert').textContent).toBe(words);
  expect(document.activeElement).toBe(input);
  expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe(words);
  await user.upload(input, video);
  expect(screen.queryByRole('alert')).toBeNull();
  await press(user, 'Next');
  await press(user, 'Next');
  await press(user, 'Next');
  queue.addUpload.mockResolvedValueOnce();
  await press(user, 'Skip Test');
  expect(queue.addUpload).toHaveBeenCalledOnce();
});

test.each(faults)('the form of a lesson rejects %s at the field, which gets the focus', async (_, file, words) => {
  const user = show(<VideoDialog courseId="11111111-0000-4000-8000-000000000001" video={null} onClose={() => {}} />);
  await user.type(await screen.findByLabelText('Title'), 'Кубче');
  const input = document.querySelector('input[type="file"]') as HTMLInputElement;
  await user.upload(input, file);
  await press(user, 'Запазете');
  expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe(words);
  expect(document.activeElement).toBe(input);
  expect(queue.addUpload).not.toHaveBeenCalled();
});

test('a file of exactly 500 MB is accepted', () => {
  expect(faultWords(sized(500 * 1024 * 1024))).toBeUndefined();
});

test.each<[string, CodecReport, RegExp]>([
  [
    'HEVC',
    { videoCodec: 'hevc', audioCodec: 'aac', subtitles: [] },
    /^Картината е HEVC \(H\.265\) .* H\.264 с AAC \(MP4\)\.$/,
  ],
  [
    'a codec without a name',
    { videoCodec: null, audioCodec: undefined, subtitles: [] },
    /^Картината е в непознат формат /,
  ],
  ['AC-3 sound', { videoCodec: 'avc', audioCodec: 'ac3', subtitles: [] }, /^Звукът е AC3 /],
  ...['avc1.6e0028', 'avc1.7a0028', 'avc1.f4001f', 'avc3.2c001f'].map((videoProfile): [string, CodecReport, RegExp] => [
    `H.264 of the profile ${videoProfile}`,
    { videoCodec: 'avc', videoProfile, audioCodec: 'aac', subtitles: [] },
    /^Картината е H\.264 с 10 бита или с пълен цвят \(4:2:2, 4:4:4\) и няма да се вижда на всяко устройство\./,
  ]),
  [
    'subtitles',
    { videoCodec: 'avc', audioCodec: 'aac', subtitles: ['bul', 'eng', 'eng', 'und', 'qqq'] },
    /^Във файла има субтитри \(български, английски, qqq\), които няма да се виждат\. Запишете ги като SRT/,
  ],
  [
    'subtitles without a language',
    { videoCodec: 'avc', audioCodec: 'aac', subtitles: ['und'] },
    /^Във файла има субтитри, които няма да се виждат\./,
  ],
  ['sound without a picture', { failure: 'no-video' }, /^Във файла има само звук/],
  ['an MKV that cannot become an MP4', { failure: 'no-mp4' }, /^Този MKV не може да стане MP4\./],
  ['a damaged index', { failure: 'unreadable' }, /^Файлът е повреден/],
])('the wizard warns about %s before the upload, and does not block it', async (_, report, words) => {
  queue.codecs.mockResolvedValueOnce(report);
  const { user, input } = await openWizard();
  await user.upload(input, video);
  await seen(words);
  expect(queue.addUpload).not.toHaveBeenCalled();
  queue.codecs.mockResolvedValueOnce({
    ...{ videoCodec: 'avc', videoProfile: 'avc1.640028', audioCodec: 'aac', subtitles: [] },
  });
  await user.upload(input, new File(['y'], 'drugo.mp4', { type: 'video/mp4' }));
  expect(screen.queryByText(words)).toBeNull();
  await press(user, 'Next');
  await screen.findByLabelText('Title');
});

test('the form of a lesson warns about HEVC before the upload', async () => {
  queue.codecs.mockResolvedValueOnce({ videoCodec: 'hevc', audioCodec: undefined, subtitles: [] });
  const user = show(<VideoDialog courseId="11111111-0000-4000-8000-000000000001" video={null} onClose={() => {}} />);
  await screen.findByLabelText('Title');
  await user.upload(document.querySelector('input[type="file"]') as HTMLInputElement, video);
  await seen(/^Картината е HEVC/);
});

test('a wizard that lost its file says which one is missing', async () => {
  const { result } = renderHook(() => useWizard('11111111-0000-4000-8000-000000000001'));
  await act(() => result.current.submit());
  expect(result.current.error).toBe('Please select a video file first');
});

test('the address of the sign-up survives a reload until it is sent', async () => {
  const user = show(<AdminStorePage />, '/admin/store');
  const field = () => screen.getByLabelText<HTMLInputElement>('Email address');
  await user.clear(field());
  await user.type(field(), 'ivo@sloy.test');
  cleanup();
  show(<AdminStorePage />, '/admin/store');
  expect(field().value).toBe('ivo@sloy.test');
  forms.signUp.mockResolvedValueOnce({ known: 'new', id: 'form' });
  await press(user, 'Notify me');
  await screen.findByRole('button', { name: 'Use another email' });
  cleanup();
  show(<AdminStorePage />, '/admin/store');
  expect(field().value).toBe('admin@sloy.test');
});

test('the sign-up for the launch fails without a reason, then with one, and keeps the address', async () => {
  const user = show(<LaunchForm source="admin_page" />);
  forms.signUp.mockRejectedValueOnce(new Error(''));
  await press(user, 'Notify me');
  await seen('Failed to save your email. Please try again later.');
  forms.signUp.mockRejectedValueOnce(new Error('The storage is full'));
  await press(user, 'Notify me');
  await seen('The storage is full');
  expect(screen.getByLabelText('Email address')).toHaveProperty('value', 'admin@sloy.test');
});

test('each refused file of the drop area comes with its reason', async () => {
  const large = new File(['x'], 'голям.mp4', { type: 'video/mp4' });
  Object.defineProperty(large, 'size', { value: 501 * 1024 * 1024 });
  const files = [new File([], 'празен.mp4'), large, new File(['x'], 'урок.pdf', { type: 'application/pdf' })];
  show(<DropFiles courseId="11111111-0000-4000-8000-000000000001" />);
  fireEvent.drop(screen.getByText(/^Пуснете тук/), { dataTransfer: { files } });
  await seen('Тези файлове не са приети:');
  await seen(/празен\.mp4: Файлът е празен\./);
  await seen(/голям\.mp4: Файлът е 501.*, границата е 500 MB/);
  await seen(/урок\.pdf: Приемаме MP4, WebM и MOV\./);
  expect(queue.addUpload).not.toHaveBeenCalled();
});
