// @vitest-environment happy-dom

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type FormEvent, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { CountedTextarea, isSendable } from '@/features/lesson/discussion/counted-textarea';
import { commentText } from '@/features/lesson/text/lesson';
import { TextArea } from '@/ui/text-area';
import { TextField } from '@/ui/text-field';

afterEach(cleanup);

const pasted = 'а'.repeat(6_000);

test.each([
  ['a field', TextField],
  ['a text area', TextArea],
])('%s keeps a text that is too long, says by how much, and does not let the form be sent', (_, Control) => {
  const sent = vi.fn((event: FormEvent) => event.preventDefault());
  render(
    <form onSubmit={sent}>
      <Control label="Съобщение" name="message" limit={2_000} />
      <button type="submit">Изпратете</button>
    </form>,
  );
  const control = screen.getByLabelText('Съобщение');
  fireEvent.input(control, { target: { value: pasted } });
  expect(control).toHaveProperty('value', pasted);
  expect(control.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText(/^4000 знака над допустимите 2000\. Съкратете текста\.$/)).toBeDefined();
  fireEvent.click(screen.getByRole('button'));
  expect(sent).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(control);
  fireEvent.input(control, { target: { value: pasted.slice(0, 2_000) } });
  fireEvent.click(screen.getByRole('button'));
  expect(sent).toHaveBeenCalledOnce();
});

test('a comment that is too long keeps its text and is not sent by Ctrl+Enter', () => {
  const sent = vi.fn();
  function Form() {
    const [text, setText] = useState('');
    return (
      <CountedTextarea
        label="Коментар"
        value={text}
        onChange={setText}
        limit={2_000}
        left={commentText.left}
        onSubmit={sent}
      />
    );
  }
  render(<Form />);
  const field = screen.getByLabelText('Коментар');
  const submit = () => fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  fireEvent.change(field, { target: { value: pasted } });
  expect(field).toHaveProperty('value', pasted);
  expect(screen.getByText(/^4000 знака над/)).toBeDefined();
  submit();
  expect(sent).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: pasted.slice(0, 1_990) } });
  expect(screen.getByText('Остават 10 знака')).toBeDefined();
  submit();
  expect(sent).toHaveBeenCalledOnce();
});

test('a blank or too long text cannot be sent', () => {
  expect(['', ' \n', '\u200b', 'абв', 'аб'].map((text) => isSendable(text, 2))).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
});

test('no field cuts a pasted text silently; only what people search for is short anyway', () => {
  const root = join(import.meta.dirname, '../../../src');
  const cutting = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && /\bmaxLength[=:]/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(cutting.sort()).toEqual([
    'features/console-kit/widgets/address-search.tsx',
    'features/shell/widgets/search/search-box.tsx',
  ]);
});
