// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { correctText } from '@/features/accounts/text/address-change';
import { AddressForm } from '@/features/accounts/widgets/address-form';

afterEach(cleanup);

test('a wrong address and an empty password are named, marked and focused, and nothing is sent', async () => {
  const send = vi.fn(async () => undefined);
  render(<AddressForm words={correctText} onSend={send} />);
  const [email, password] = [screen.getByLabelText('Верният имейл'), screen.getByLabelText('Паролата Ви')];
  const press = () => userEvent.click(screen.getByRole('button', { name: correctText.send }));
  await press();
  await screen.findByText('Въведете имейл адрес, например ime@primer.bg');
  expect(document.activeElement).toBe(email);
  await userEvent.type(email, 'maria@sloy.test');
  await press();
  await screen.findByText('Въведете парола');
  expect(password.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(password);
  expect(send).not.toHaveBeenCalled();
  await userEvent.type(password, 'Parola-2026!');
  await press();
  expect(send).toHaveBeenCalledExactlyOnceWith('maria@sloy.test', 'Parola-2026!');
});
