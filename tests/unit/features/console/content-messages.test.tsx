// @vitest-environment happy-dom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CertificatesPage } from '@/features/certificates/console/certificates-page';
import { EventsPage } from '@/features/events/console/events-page';
import { NewsPage } from '@/features/news/console/news-page';
import { attackArticles, dangerousSelector, dangerousUrls } from '../../../helpers/markdown-attacks';
import {
  answer,
  forbidden,
  noAnswer,
  pageOf,
  press,
  Rejection,
  rejected,
  seen,
  show,
  startConsole,
  stopConsole,
} from './console-backend';

// The messages of specification 3 §5 and §8 for certificates, news and events, each triggered by its real cause.

vi.mock('@/device/service/requests', async () => ({
  backendClient: (await import('./console-backend')).backendClient,
}));

beforeEach(startConsole);
afterEach(stopConsole);

const row = <T extends object>(id: string, more: T) => ({
  id,
  row_version: 1,
  deleted_at: null,
  created_at: '2026-11-01T10:00:00Z',
  ...more,
});
const news = row('11111111-0000-4000-8000-000000000001', {
  title: 'Дюза',
  summary: 'Кратко',
  content: 'Дълго',
  category: 'general',
  status: 'draft',
  image_url: null,
  slug: 'dyuza',
});
const event = row('22222222-0000-4000-8000-000000000001', {
  title: 'Вечер',
  description: 'За слоеве',
  image_url: null,
  location: 'Онлайн',
  join_url: null,
  start_date: '2027-01-01T10:00:00Z',
  end_date: '2027-01-01T11:00:00Z',
  duration_minutes: 60,
  type: 'webinar',
  is_free: true,
  max_participants: 10,
  current_participants: 2,
  status: 'active',
});
const certificate = row('33333333-0000-4000-8000-000000000001', {
  title: 'Слой',
  description: '',
  template_url: null,
  template_filename: null,
  name_position: { x: 50, y: 50 },
  name_font_size: 24,
  name_font_color: '#000000',
  is_active: true,
  requirements: [{ test_id: 'quiz-1', minimum_score: 70 }],
});
const saved = { ...certificate, row_version: 2 };
const registration = {
  id: '44444444-0000-4000-8000-000000000001',
  event_id: event.id,
  event_title: 'Вечер',
  user_id: 'u',
  email: 'ivo@sloy.test',
  full_name: 'Иво',
  status: 'registered',
  registered_at: '2026-11-01T10:00:00Z',
};
const NEWS = '/admin/dashboard?section=news';
const EVENTS = '/admin/dashboard?section=events';
const REGISTRATIONS = '/admin/dashboard?section=events&tab=registrations';
const CERTIFICATES = '/admin/dashboard?section=certificates';
const confirm = (user: ReturnType<typeof show>) => press(user, 'Изтрийте');

test('news: loading, saving and deleting fail, then succeed', async () => {
  answer('GET news', rejected);
  show(<NewsPage />, NEWS);
  await seen('Грешка при зареждане на новини');
  await stopConsole();
  startConsole();
  answer('GET news', [news]);
  answer('PATCH news', rejected);
  answer('POST rpc/move_to_trash', rejected);
  const user = show(<NewsPage />, NEWS);
  await press(user, 'Редактирайте „Дюза“');
  await user.type(screen.getByLabelText('Заглавие'), '!');
  await press(user, 'Запазете');
  await seen('Грешка при запазване на новината');
  expect(screen.getByLabelText('Заглавие')).toHaveProperty('value', 'Дюза!');
  answer('PATCH news', { ...news, title: 'Дюза!', row_version: 2 });
  await press(user, 'Запазете');
  await seen('Новината беше обновена успешно');
  await press(user, 'Изтрийте „Дюза“');
  await confirm(user);
  await seen('Грешка при изтриване на новината');
  answer('POST rpc/move_to_trash', { deleted_at: 'now' });
  await confirm(user);
  await seen('Новината беше изтрита успешно');
});

test.each(
  ['Заглавие', 'Резюме', 'Съдържание'].flatMap((label) =>
    ['\u200b', ' \u2060\ufeff', '\u200d\t\u200c'].map((typed) => ({ label, typed })),
  ),
)('news: the field $label with zero-width characters ($typed) is missing', async ({ label, typed }) => {
  answer('GET news', [news]);
  const user = show(<NewsPage />, NEWS);
  await press(user, 'Редактирайте „Дюза“');
  fireEvent.change(screen.getByLabelText(label), { target: { value: typed } });
  await press(user, 'Запазете');
  await seen('Полето е задължително');
  expect(screen.getByLabelText<HTMLInputElement>(label).value.trim()).toBe('');
});

test('news: the editor and its preview run nothing of the attacks in a text', async () => {
  const content = `${attackArticles.join('\n\n').slice(0, 90_000)}\n\nКрай`;
  answer('GET news', [{ ...news, title: '<img src=x onerror=alert(1)>', content }]);
  const user = show(<NewsPage />, NEWS);
  await press(user, 'Редактирайте „<img src=x onerror=alert(1)>“');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Съдържание').value).toBe(content);
  await user.click(screen.getByLabelText('Преглед'));
  const preview = await screen.findByRole('article', { name: 'Преглед' });
  // A query by text would look through thousands of nodes again and again.
  await waitFor(() => expect(preview.textContent).toContain('Край'), { timeout: 25_000 });
  expect([document.querySelector('[onerror], script'), preview.querySelector(dangerousSelector)]).toEqual([null, null]);
  expect(dangerousUrls(preview)).toEqual([]);
}, 60_000);

test('events: saving and deleting fail, then succeed; each invalid field shows its reason', async () => {
  answer('GET events', [event]);
  answer('PATCH events', rejected);
  answer('POST rpc/move_to_trash', rejected);
  const user = show(<EventsPage />, EVENTS);
  await press(user, 'Редактирайте „Вечер“');
  await user.clear(screen.getByLabelText('Заглавие'));
  await user.clear(screen.getByLabelText('Продължителност, минути'));
  await user.type(screen.getByLabelText('Продължителност, минути'), '-5');
  await user.clear(screen.getByLabelText('Край (София)'));
  await user.type(screen.getByLabelText('Край (София)'), '2020-01-01T10:00');
  await press(user, 'Запазете');
  await seen('Заглавието е задължително');
  await seen('Крайната дата трябва да е след началната дата');
  await seen('Продължителността трябва да е положително число');
  await user.type(screen.getByLabelText('Заглавие'), 'Нощ');
  await user.clear(screen.getByLabelText('Край (София)'));
  await user.type(screen.getByLabelText('Край (София)'), '2028-01-01T10:00');
  await user.clear(screen.getByLabelText('Продължителност, минути'));
  await user.type(screen.getByLabelText('Продължителност, минути'), '90');
  await press(user, 'Запазете');
  await seen('Грешка при запазване на събитието');
  answer('PATCH events', new Rejection(400, 'P0001', 'seats_taken', '12'));
  await press(user, 'Запазете');
  await seen('Вече са заети 12 места.');
  answer('PATCH events', { ...event, title: 'Нощ', row_version: 2 });
  await press(user, 'Запазете');
  await seen('Събитието е обновено успешно!');
  await press(user, 'Изтрийте „Вечер“');
  await confirm(user);
  await seen('Грешка при изтриване на събитието');
  answer('POST rpc/move_to_trash', { deleted_at: 'now' });
  await confirm(user);
  await seen('Събитието е изтрито успешно!');
});

test.each([
  ['the server rejects', rejected, 'Failed to load event registrations'],
  ['no answer comes', noAnswer, 'An error occurred while loading registrations'],
])('registrations do not load: %s', async (_, cause, words) => {
  answer('POST rpc/admin_registrations', cause);
  show(<EventsPage />, REGISTRATIONS);
  await seen(words);
});

test.each([
  ['the server rejects', rejected, 'Failed to delete registration'],
  ['no answer comes', noAnswer, 'An error occurred while deleting the registration'],
  ['the administrator is not a super one', forbidden, 'Only super admins can delete registrations'],
  ['the server agrees', { deleted_at: 'now' }, 'Registration deleted successfully'],
])('a registration is deleted: %s', async (_, cause, words) => {
  answer('POST rpc/admin_registrations', {
    ...pageOf(registration),
    counts: { registered: 1, cancelled: 0, attended: 0 },
  });
  answer('POST rpc/move_to_trash', cause);
  const user = show(<EventsPage />, REGISTRATIONS);
  await press(user, 'Изтрийте записването на ivo@sloy.test');
  await confirm(user);
  await seen(words);
});

test('certificates: the list does not load', async () => {
  answer('GET certificates', rejected);
  show(<CertificatesPage />, CERTIFICATES);
  await seen('Failed to load certificates');
});

test.each([
  ['Нов сертификат', rejected, 'Failed to create certificate'],
  ['Нов сертификат', noAnswer, 'Failed to save certificate'],
  ['Нов сертификат', { ...saved, row_version: 1 }, 'Certificate created successfully'],
  ['Редактирайте „Слой“', rejected, 'Failed to update certificate'],
  ['Редактирайте „Слой“', saved, 'Certificate updated successfully'],
])('a certificate is saved with %s: %#', async (button, cause, words) => {
  answer('GET certificates', [certificate]);
  answer('POST rpc/save_certificate', cause);
  const user = show(<CertificatesPage />, CERTIFICATES);
  await press(user, button);
  const title = screen.getByLabelText('Заглавие');
  await user.clear(title);
  await press(user, 'Запазете');
  await seen('Please enter a certificate title');
  await user.type(title, 'Втори слой');
  await press(user, 'Запазете');
  await seen(words);
});

test('certificates: the name is placed by drag, arrows and number; deleting fails, then succeeds', async () => {
  answer('GET certificates', [certificate]);
  answer('POST rpc/move_to_trash', rejected);
  const user = show(<CertificatesPage />, CERTIFICATES);
  await press(user, 'Редактирайте „Слой“');
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 800, 565));
  const canvas = screen.getByRole('group', { name: /^Платно/ });
  await user.pointer([
    { keys: '[MouseLeft>]', target: canvas, coords: { clientX: 200, clientY: 113 } },
    { target: canvas, coords: { clientX: 600, clientY: 226 } },
    { keys: '[/MouseLeft]', target: canvas },
  ]);
  await seen('Името е на 75 % отляво и 40 % отгоре.');
  await seen('Name position set successfully');
  canvas.focus();
  await user.keyboard('{ArrowLeft}{Shift>}{ArrowDown}{/Shift}');
  await seen('Името е на 74 % отляво и 45 % отгоре.');
  await user.clear(screen.getByLabelText('Отляво, %'));
  await user.type(screen.getByLabelText('Отляво, %'), '12');
  await seen('Името е на 12 % отляво и 45 % отгоре.');
  await press(user, 'Отказ');
  await press(user, 'Изтрийте „Слой“');
  await confirm(user);
  await seen('Failed to delete certificate');
  answer('POST rpc/move_to_trash', { deleted_at: 'now' });
  await confirm(user);
  await seen('Certificate deleted successfully');
});

test('requirements: adding and removing fail, then succeed; another administrator’s addition stays', async () => {
  const sent: unknown[] = [];
  answer('GET certificates', [certificate]);
  answer('GET tests', [
    { id: 'quiz-1', title: 'Първи тест' },
    { id: 'quiz-2', title: 'Втори тест' },
  ]);
  answer('POST rpc/save_certificate', rejected);
  const user = show(<CertificatesPage />, CERTIFICATES);
  await press(user, 'Изисквания за „Слой“');
  await press(user, 'Добавете изискване');
  await seen('Please select a test');
  await user.selectOptions(screen.getByLabelText('Тест'), 'quiz-2');
  await press(user, 'Добавете изискване');
  await seen('Failed to add requirement');
  await press(user, 'Махнете „Първи тест“');
  await seen('Failed to remove requirement');
  // Meanwhile another administrator requires the same quiz with another score.
  answer('POST rpc/save_certificate', () => {
    answer('GET certificates', [
      {
        ...certificate,
        row_version: 2,
        requirements: [...certificate.requirements, { test_id: 'quiz-2', minimum_score: 50 }],
      },
    ]);
    answer('POST rpc/save_certificate', () => {
      sent.push('saved');
      return { ...saved, row_version: 3 };
    });
    return new Rejection(409, 'PT409', 'version_conflict', '{"row_version":2}');
  });
  await press(user, 'Добавете изискване');
  await seen('Редът се промени, докато пишехте');
  expect(sent).toEqual([]);
  expect(within(screen.getByRole('alert')).getByRole('button', { name: 'На другия: ≥ 50 %' })).toBeTruthy();
  await press(user, 'Моето: ≥ 70 %');
  await seen('Requirement added successfully');
  expect(sent).toEqual(['saved']);
  await press(user, 'Махнете „Първи тест“');
  await seen('Requirement removed successfully');
});
