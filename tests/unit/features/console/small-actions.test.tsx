// @vitest-environment happy-dom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DemoRequests } from '@/features/accounts/console/demo-requests';
import { RequirementsDialog } from '@/features/certificates/console/requirements-dialog';
import type { CourseRow } from '@/features/console-kit/requests/rows';
import { CourseActions } from '@/features/courses/console/course-settings/course-actions';
import { EventForm } from '@/features/events/console/event-form';
import { answer, rejected, seen, show, startConsole, stopConsole } from './console-backend';
import { course } from './console-rows';

// A requirement whose score disagrees with its quiz, the kinds of an event, requests for a demo, and a template from a course.

vi.mock('@/device/service/requests', async () => ({
  backendClient: (await import('./console-backend')).backendClient,
}));

beforeEach(startConsole);
afterEach(stopConsole);

const row = {
  ...{ id: '33333333-0000-4000-8000-000000000001', row_version: 1, deleted_at: null },
  created_at: '2026-11-01T10:00:00Z',
};
const button = (name: string) => screen.getByText(name, { selector: 'button' });

test('a requirement warns when its minimum differs from the passing score of the quiz', async () => {
  answer('GET tests', [
    { id: 'a', title: 'Различен', passing_score: 80 },
    { id: 'b', title: 'Същият', passing_score: 70 },
  ]);
  const certificate = {
    ...{ ...row, title: 'Оператор', description: '', template_url: null, template_filename: null, is_active: true },
    ...{ name_position: { x: 50, y: 50 }, name_font_size: 24, name_font_color: '#000000' },
    requirements: ['a', 'b', 'in-the-trash'].map((test_id) => ({ test_id, minimum_score: 70 })),
  };
  show(<RequirementsDialog row={certificate} onClose={() => undefined} />);
  const warnings = await seen(/^Прагът на теста е/);
  expect(warnings.map((one) => one.closest('li')?.textContent)).toEqual([
    'РазличенПрагът на теста е 80 %: изравнете двете числа.≥ 70 %',
  ]);
});

test('an event of a kind of its own stays „Друго“, and can become „Присъствено“', async () => {
  const event = {
    ...{ ...row, title: 'Вечер', description: 'За слоеве', image_url: null, location: 'София', join_url: null },
    ...{ start_date: '2027-01-01T10:00:00Z', end_date: '2027-01-01T11:00:00Z', duration_minutes: 60, is_free: true },
    ...{ max_participants: 10, current_participants: 2, type: 'other' as const, status: 'active' as const },
  };
  const sent: object[] = [];
  answer('PATCH events', (body: object) => {
    sent.push(body);
    return { ...event, ...body, row_version: 2 };
  });
  show(<EventForm row={event} gone={false} onClose={() => undefined} />);
  const kind = screen.getByLabelText<HTMLSelectElement>('Вид');
  expect(kind.value).toBe('other');
  expect([...kind.options].slice(-2).map(({ value, text }) => [value, text])).toEqual([
    ['in-person', 'Присъствено'],
    ['other', 'Друго'],
  ]);
  fireEvent.change(kind, { target: { value: 'in-person' } });
  fireEvent.click(button('Запазете'));
  await waitFor(() => expect(sent).toEqual([{ type: 'in-person', row_version: 1 }]));
});

test('a request for a demo is opened, answered by e-mail and deleted', async () => {
  const request = {
    ...{ ...row, first_name: 'Ива', last_name: 'Петрова', email: 'iva+demo@firma.bg', company: 'Фирма' },
    ...{ job_title: null, phone: '0888 123 456', interest: 'Екип', message: 'Колко струва?\nЗа десет души.' },
    user_id: null,
  };
  const removed: object[] = [];
  answer('GET demo_requests', [request]);
  answer('POST rpc/move_to_trash', rejected);
  show(<DemoRequests />);
  fireEvent.click(await screen.findByLabelText('Отворете: Ива Петрова'));
  const dialog = screen.getByText('Колко струва?', { exact: false }).closest('dialog') as HTMLElement;
  for (const fact of ['0888 123 456', 'Екип', 'Фирма', '01.11.2026, 12:00']) within(dialog).getByText(fact);
  expect(within(dialog).queryByText('Длъжност')).toBeNull();
  expect(within(dialog).getByText('Отговорете по имейл').getAttribute('href')).toBe('mailto:iva%2Bdemo%40firma.bg');
  fireEvent.click(within(dialog).getByText('Изтрийте'));
  const ask = screen.getByText('Изтриване на запитването').closest('dialog') as HTMLElement;
  fireEvent.click(within(ask).getByText('Изтрийте'));
  await seen('Запитването не се изтри.');
  answer('POST rpc/move_to_trash', (body: object) => {
    removed.push(body);
    answer('GET demo_requests', []);
    return null;
  });
  fireEvent.click(within(ask).getByText('Изтрийте'));
  await seen('Запитването е в кошчето');
  expect(removed).toEqual([{ p_table: 'demo_requests', p_id: request.id }]);
  await seen('Няма запитвания.');
});

test('a template is made from a course once, also when the first press fails', async () => {
  const calls: { p_course: string; p_id: string; p_name: string }[] = [];
  let response: unknown = rejected;
  answer('POST rpc/save_template', (body: (typeof calls)[number]) => {
    calls.push(body);
    return response;
  });
  show(<CourseActions course={course as CourseRow} />);
  fireEvent.click(button('Запазете като шаблон'));
  await seen('Шаблонът не можа да се запази.');
  response = { ...row, name: course.title, description: null, modules: [{ title: 'Кубче' }] };
  fireEvent.click(button('Запазете като шаблон'));
  await seen('Шаблонът е запазен');
  expect(calls).toHaveLength(2);
  expect(calls[0]).toMatchObject({ p_course: course.id, p_name: course.title });
  expect(calls[1]).toEqual(calls[0]);
});
