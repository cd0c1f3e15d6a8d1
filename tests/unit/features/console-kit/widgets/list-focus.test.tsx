// @vitest-environment happy-dom

import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { DataTable } from '@/features/console-kit/widgets/data-table';
import { Pager } from '@/features/console-kit/widgets/pager';
import { useKeptFocus } from '@/features/console-kit/widgets/use-kept-focus';

// The focus stays in a list of the console when its last page is reached and when a row leaves it.

afterEach(cleanup);

function Pages() {
  const [page, setPage] = useState(1);
  return <Pager page={page} size={10} total={15} onPage={setPage} />;
}

test('the button for the next page keeps the focus on the last page, and does nothing there', async () => {
  const user = userEvent.setup();
  render(<Pages />, { wrapper: MemoryRouter });
  const next = screen.getByRole('button', { name: 'Следваща страница' });
  next.focus();
  await user.keyboard('{Enter}');
  expect(next.getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(next);
  await user.keyboard('{Enter}');
  expect(screen.getByRole('status').textContent).toContain('11–15');
});

test('the list receives the focus when the row whose button had it leaves the list', () => {
  const table = (...rows: string[]) => (
    <DataTable
      label="Новини"
      columns={[{ id: 'name', head: 'Заглавие', cell: (row: string) => row }]}
      rows={rows}
      idOf={(row) => row}
      actions={(row) => <button type="button">Изтрийте {row}</button>}
      empty="Няма новини."
    />
  );
  const { rerender } = render(table('Дюза', 'Маса'));
  screen.getByRole('button', { name: 'Изтрийте Дюза' }).focus();
  rerender(table('Маса'));
  expect(document.activeElement?.contains(screen.getByRole('table'))).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
});

test('the focus stays in a list whose focused item was removed, and beside a list that was removed', async () => {
  const Screen = ({ items }: { items: string[] }) => {
    const area = useRef<HTMLElement>(null);
    useKeptFocus(area);
    return (
      <main ref={area} tabIndex={-1}>
        <section aria-label="Уроци">
          {items.length > 0 && (
            <ol>
              {items.map((item) => (
                <li key={item}>
                  <button type="button">{item}</button>
                </li>
              ))}
            </ol>
          )}
        </section>
      </main>
    );
  };
  const { rerender } = render(<Screen items={['Дюза', 'Маса']} />);
  screen.getByRole('button', { name: 'Дюза' }).focus();
  rerender(<Screen items={['Маса']} />);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list')));
  rerender(<Screen items={[]} />);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Уроци' })));
});

test('the focus returns to the screen when the last item of a panel beside it was removed', async () => {
  const Panel = ({ items }: { items: string[] }) => {
    const area = useRef<HTMLDivElement>(null);
    useKeptFocus(area, 'main');
    return (
      <>
        <main id="main" tabIndex={-1} />
        <div ref={area}>
          {items.length > 0 && (
            <section aria-label="Качвания">
              {items.map((item) => (
                <button key={item} type="button">
                  {item}
                </button>
              ))}
            </section>
          )}
        </div>
      </>
    );
  };
  const { rerender } = render(<Panel items={['Спрете „Дюза“', 'Спрете „Маса“']} />);
  screen.getByRole('button', { name: 'Спрете „Дюза“' }).focus();
  rerender(<Panel items={['Спрете „Маса“']} />);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Качвания' })));
  screen.getByRole('button', { name: 'Спрете „Маса“' }).focus();
  rerender(<Panel items={[]} />);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
});
