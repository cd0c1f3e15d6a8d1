// @vitest-environment happy-dom

import { act, renderHook } from '@testing-library/react';
import * as v from 'valibot';
import { beforeEach, expect, test, vi } from 'vitest';
import { ConsoleError } from '@/features/console-kit/requests/console-client';
import { useHeldRow } from '@/features/console-kit/widgets/use-held-row';
import { type Save, useRecordForm } from '@/features/console-kit/widgets/use-record-form';

interface Fields {
  title: string;
  image: string | null;
}
interface Row extends Fields {
  id: string;
  row_version: number;
  deleted_at: string | null;
}
const rowSchema = v.object({
  ...{ id: v.string(), title: v.string(), image: v.nullable(v.string()) },
  ...{ row_version: v.number(), deleted_at: v.nullable(v.string()) },
});
const row = (version: number, more: Partial<Row> = {}): Row => ({
  ...{ id: 'a', title: 'Старо', image: null, row_version: version, deleted_at: null },
  ...more,
});
const conflict = (stored: Row) => new ConsoleError('conflict', 'version_conflict', '', stored);

const save = vi.fn<(save: Save<Fields>) => Promise<Row>>();
const onSaved = vi.fn<(row: Row, created: boolean) => void>();
const onFailed = vi.fn<() => void>();

beforeEach(() => {
  vi.resetAllMocks();
  localStorage.clear();
});

const open = (first: { row: Row; gone?: boolean } = { row: row(1) }) =>
  renderHook(
    (props: { row: Row; gone?: boolean }) =>
      useRecordForm<Fields, Row>({
        ...{ form: 'news:a', blank: { title: '', image: null }, validate: () => ({}), save, onSaved, onFailed },
        fieldsOf: ({ title, image }) => ({ title, image }),
        schema: rowSchema,
        row: props.row,
        gone: props.gone ?? false,
      }),
    { initialProps: first },
  );

test('text typed while a picture uploads stays when the picture arrives', () => {
  const { result } = open();
  // An upload keeps the `set` of the render in which it started.
  const { set } = result.current;
  act(() => result.current.set({ title: 'Ново' }));
  act(() => set({ image: 'a.png' }));
  expect(result.current.fields).toEqual({ title: 'Ново', image: 'a.png' });
});

test('text typed during a save stays unsaved, as a draft', async () => {
  const { result } = open();
  act(() => result.current.set({ title: 'Ново' }));
  let stored = (_: Row) => {};
  save.mockReturnValueOnce(
    new Promise((done) => {
      stored = done;
    }),
  );
  let saving: Promise<Row | null> | undefined;
  act(() => {
    saving = result.current.submit();
  });
  act(() => result.current.set({ title: 'Ново и още' }));
  await act(async () => {
    stored(row(2, { title: 'Ново' }));
    await saving;
  });
  expect(result.current).toMatchObject({ fields: { title: 'Ново и още' }, version: 2, dirty: true });
  expect(JSON.stringify({ ...localStorage })).toContain('Ново и още');
});

const openNew = () =>
  renderHook(() =>
    useRecordForm<Fields, Row>({
      ...{ form: 'news:new', row: null, blank: { title: '', image: null }, validate: () => ({}) },
      ...{ save, onSaved, onFailed, formOfCreated: (id: string) => `news:${id}` },
      fieldsOf: ({ title, image }) => ({ title, image }),
    }),
  );

test('text typed during the first save is the draft of the created row, and a new form is empty', async () => {
  const { result } = openNew();
  act(() => result.current.set({ title: 'Ново' }));
  save.mockImplementationOnce(async ({ id }) => {
    act(() => result.current.set({ title: 'Ново и още' }));
    return row(1, { id, title: 'Ново' });
  });
  await act(() => result.current.submit());
  expect(onSaved).toHaveBeenCalledOnce();
  const { id } = result.current;
  expect(openNew().result.current).toMatchObject({ fields: { title: '' }, restored: null });
  const edit = renderHook(() =>
    useRecordForm<Fields, Row>({
      ...{ form: `news:${id}`, row: row(1, { id, title: 'Ново' }), blank: { title: '', image: null } },
      ...{ validate: () => ({}), save, onSaved, onFailed, fieldsOf: ({ title, image }) => ({ title, image }) },
    }),
  );
  expect(edit.result.current).toMatchObject({ fields: { title: 'Ново и още' }, version: 1, dirty: true });
});

test.each(['at once', 'after a reload'])(
  'text that was changed after a creation without a response is saved, %s',
  async (when) => {
    let form = openNew();
    act(() => form.result.current.set({ title: 'Първо' }));
    save.mockRejectedValueOnce(new ConsoleError('network', '', ''));
    await act(() => form.result.current.submit());
    expect(onFailed).toHaveBeenCalledOnce();
    if (when === 'after a reload') form = openNew();
    const { id } = form.result.current;
    act(() => form.result.current.set({ title: 'Второ' }));
    save.mockResolvedValueOnce(row(1, { id, title: 'Първо' }));
    save.mockResolvedValueOnce(row(2, { id, title: 'Второ' }));
    await act(() => form.result.current.submit());
    expect(save).toHaveBeenLastCalledWith({
      ...{ id, version: 1, fields: { title: 'Второ', image: null }, patch: { title: 'Второ' } },
    });
    expect(onSaved).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ title: 'Второ' }), true);
  },
);

test('a row that another administrator moves to the trash is announced, and is saved after it is back', async () => {
  const { result, rerender } = open();
  act(() => result.current.set({ title: 'Мое' }));
  rerender({ row: row(1), gone: true });
  expect(result.current.conflict).toMatchObject({ trashed: true, names: [] });
  save.mockRejectedValueOnce(conflict(row(2, { deleted_at: '2026-11-24T10:00:00Z', image: 'theirs.png' })));
  await act(() => result.current.submit());
  expect(result.current.conflict).toMatchObject({ trashed: true, taken: ['image'] });
  rerender({ row: row(3, { image: 'theirs.png' }), gone: false });
  expect(result.current).toMatchObject({ conflict: null, version: 3, fields: { title: 'Мое', image: 'theirs.png' } });
  save.mockResolvedValueOnce(row(4, { title: 'Мое', image: 'theirs.png' }));
  await act(() => result.current.submit());
  expect(save).toHaveBeenLastCalledWith(expect.objectContaining({ version: 3, patch: { title: 'Мое' } }));
  expect(onSaved).toHaveBeenCalledTimes(1);
});

test('a row that changes on every save is reported after three attempts, with the input', async () => {
  const { result } = open();
  act(() => result.current.set({ title: 'Мое' }));
  for (const version of [2, 3, 4]) save.mockRejectedValueOnce(conflict(row(version)));
  await act(() => result.current.submit());
  expect(onFailed).toHaveBeenCalledTimes(1);
  expect(result.current).toMatchObject({ fields: { title: 'Мое' }, version: 4, dirty: true });
});

test('the row of an open form stays when it leaves the list', () => {
  const idOf = ({ id }: Row) => id;
  const { result, rerender } = renderHook(({ rows, id }: { rows: Row[]; id: string }) => useHeldRow(rows, id, idOf), {
    initialProps: { rows: [row(1)], id: 'a' },
  });
  expect(result.current).toMatchObject({ row: { row_version: 1 }, gone: false });
  rerender({ rows: [], id: 'a' });
  expect(result.current).toMatchObject({ row: { row_version: 1 }, gone: true });
  rerender({ rows: [row(3)], id: 'a' });
  expect(result.current).toMatchObject({ row: { row_version: 3 }, gone: false });
  rerender({ rows: [], id: '' });
  expect(result.current).toMatchObject({ row: undefined, gone: false });
});
