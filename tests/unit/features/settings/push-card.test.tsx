// @vitest-environment happy-dom

import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useInstall } from '@/device/install';
import { usePushState } from '@/device/push/device';
import { PushCard } from '@/features/settings/push-card';
import { type PushState, pushPreferencesOf } from '@/shared/push';

// The settings of push messages ask for the permission only after the learner's own press, and say what to do where it cannot be asked for.

const written: [string, ...unknown[]][] = [];
const switchOn = vi.hoisted(() => vi.fn(async () => 'on'));
vi.mock('@/device/push/device', async () => {
  const { create } = await import('zustand');
  const store = create<PushState>(() => 'off');
  return { usePushState: store, pushState: store.getState, switchOn, switchOff: async () => undefined };
});
vi.mock('@/features/notifications/queries/push-preferences', () => ({
  usePushPreferences: () => pushPreferencesOf({}),
  setReminder: async (on: boolean) => void written.push(['reminder', on]),
  setTopicPushed: async (topic: string, on: boolean) => void written.push([topic, on]),
  setQuietHours: async (hours: string) => void written.push(['quiet', hours]),
}));

beforeEach(() => {
  usePushState.setState('off');
  written.length = 0;
  switchOn.mockClear();
});
afterEach(cleanup);

const switchOf = (name: RegExp) => screen.getByRole<HTMLInputElement>('switch', { name });

test('the reminder is off by default, and switching it on asks for the permission; opening the settings does not', async () => {
  render(<PushCard />);
  expect(switchOn).not.toHaveBeenCalled();
  expect(switchOf(/Дневно напомняне/).checked).toBe(false);
  await userEvent.click(switchOf(/Дневно напомняне/));
  await waitFor(() => expect(written).toEqual([['reminder', true]]));
  expect(switchOn).toHaveBeenCalledTimes(1);
});

test('each of the six topics is pushed until it is switched off, and the quiet hours are from 22:00 to 08:00', async () => {
  render(<PushCard />);
  const topics = within(screen.getByRole('list')).getAllByRole<HTMLInputElement>('switch').slice(0, 6);
  expect(topics.map(({ checked }) => checked)).toEqual(Array(6).fill(true));
  for (const topic of topics) await userEvent.click(topic);
  await waitFor(() => expect(written).toHaveLength(6));
  expect(new Set(written.map(([topic]) => topic))).toEqual(
    new Set(['billing', 'event', 'lesson', 'achievement', 'comment', 'admin']),
  );
  expect(screen.getByLabelText<HTMLInputElement>('От').value).toBe('22:00');
  expect(screen.getByLabelText<HTMLInputElement>('До').value).toBe('08:00');
});

test('a denied permission shows how to change it and no button', () => {
  usePushState.setState('denied');
  render(<PushCard />);
  screen.getByText(/„Разрешения“ → „Известия“/);
  expect(screen.queryByRole('button', { name: 'Включете на това устройство' })).toBeNull();
});

test('a browser on iOS offers the installation instead', async () => {
  usePushState.setState('install');
  render(<PushCard />);
  expect(screen.queryByRole('button', { name: 'Включете на това устройство' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Как се инсталира' }));
  expect(useInstall.getState().requested).toBe(true);
});
