// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setWifiOnly, waitsForWifi, watchWifi } from '@/features/downloads/mutations/wifi-only';
import { useMobileDataQuestion } from '@/features/downloads/widgets/use-mobile-data-question';
import { WifiSwitch } from '@/features/settings/device/wifi-switch';

// Downloads over mobile data, in a browser that reports the connection type: a large one asks first, and the learner can allow only Wi-Fi.

const started = vi.fn();
function Download({ bytes }: { bytes: number }) {
  const { ask, question } = useMobileDataQuestion();
  return (
    <>
      <button type="button" onClick={() => ask(bytes, started)}>
        Свалете
      </button>
      {question}
    </>
  );
}
const dialog = () => screen.queryByRole('dialog', { name: 'Сваляне с мобилни данни?' });
const order = async (bytes: number) => {
  render(<Download bytes={bytes} />);
  await userEvent.click(screen.getAllByRole('button', { name: 'Свалете' })[0] as HTMLElement);
};

let connection: EventTarget & { type?: string };
beforeEach(() => {
  connection = Object.assign(new EventTarget(), { type: 'cellular' });
  Object.defineProperty(navigator, 'connection', { configurable: true, value: connection });
  started.mockClear();
  localStorage.clear();
  setWifiOnly(false);
});
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(navigator, 'connection');
});

test('above 50 MB over mobile data the learner decides', async () => {
  await order(50_000_001);
  expect(dialog()).not.toBeNull();
  expect(started).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Не сега' }));
  expect(dialog()).toBeNull();
  expect(started).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Свалете' }));
  await userEvent.click(screen.getAllByRole('button', { name: 'Свалете' }).at(-1) as HTMLElement);
  expect(started).toHaveBeenCalledTimes(1);
});

test.each([
  ['a small download', 50_000_000, 'cellular', false],
  ['Wi-Fi', 80_000_000, 'wifi', false],
  ['a browser that does not report the type', 80_000_000, undefined, false],
  ['Wi-Fi only, because the download waits', 80_000_000, 'cellular', true],
])('%s starts without a question', async (_, bytes, type, wifiOnly) => {
  if (type === undefined) delete connection.type;
  else connection.type = type;
  setWifiOnly(wifiOnly);
  await order(bytes);
  expect(dialog()).toBeNull();
  expect(started).toHaveBeenCalledTimes(1);
});

test('the switch makes downloads wait for Wi-Fi, and a change of the connection is noticed', async () => {
  const changes = vi.fn();
  const unwatch = watchWifi(changes);
  render(<WifiSwitch />);
  expect(waitsForWifi()).toBe(false);
  await userEvent.click(screen.getByRole('switch', { name: /Само през Wi-Fi/ }));
  expect(waitsForWifi()).toBe(true);
  connection.type = 'wifi';
  connection.dispatchEvent(new Event('change'));
  expect(waitsForWifi()).toBe(false);
  expect(changes).toHaveBeenCalledTimes(2);
  unwatch();
});

test('a browser that does not report the type has no switch', () => {
  delete connection.type;
  render(<WifiSwitch />);
  expect(screen.queryByRole('switch')).toBeNull();
});
