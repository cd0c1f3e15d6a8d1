// @vitest-environment happy-dom

import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saveAsFile } from '@/device/save-as-file';
import { CertificateCard } from '@/features/certificates/certificate-card';
import { codeRuns } from '@/features/certificates/certificate-code';
import { certificatePdf } from '@/features/certificates/certificate-pdf';
import { reissueCertificate } from '@/features/certificates/requests/reissue';
import type { CertificateState } from '@/features/certificates/rules/state';
import { useDownload } from '@/features/certificates/use-download';
import { type Toast, toastsReady } from '@/ui/toast';

vi.mock('@/features/certificates/certificate-pdf', async (original) => ({
  ...(await original<typeof import('@/features/certificates/certificate-pdf')>()),
  certificatePdf: vi.fn(),
}));
vi.mock('@/device/save-as-file', async (original) => ({
  ...(await original<typeof import('@/device/save-as-file')>()),
  saveAsFile: vi.fn(),
}));

// The server's part is tested in tests/db/issued-certificates.test.ts.
vi.mock('@/features/certificates/requests/reissue', () => ({ reissueCertificate: vi.fn() }));

let shown: Toast[] = [];
beforeEach(() => {
  vi.mocked(certificatePdf).mockReset();
  shown = [];
  toastsReady((toast) => shown.push(toast));
});
afterEach(cleanup);

const locked: CertificateState = {
  ...{ id: 'c', title: 'Оператор', description: null, template_url: null },
  ...{ name_position: { x: 50, y: 50 }, name_font_size: 24, name_font_color: '#000000' },
  requirements: [
    { test_id: 'one', test_title: 'Първи тест', minimum_score: 70, state: 'passed', best: 90, next: null },
    { test_id: 'two', test_title: 'Втори тест', minimum_score: 80, state: 'open', best: null, next: null },
  ],
  ...{ progress_percentage: 50, completed: false, completed_at: null, issued: null, revoked: false },
};
const earned: CertificateState = {
  ...locked,
  ...{ progress_percentage: 100, completed: true, completed_at: '2026-11-20T10:00:00Z' },
};

function Card({ certificate }: { certificate: CertificateState }) {
  const { busy, download } = useDownload();
  return (
    <MemoryRouter>
      <CertificateCard
        certificate={certificate}
        name="Иван"
        index={0}
        busy={busy === certificate.id}
        onDownload={() => void download(certificate, 'Иван')}
      />
    </MemoryRouter>
  );
}

test.each([
  [0, 'Започни Пътуването', 'Започнете да решавате необходимите тестове, за да започнете да печелите този сертификат!'],
  [50, 'Продължете', 'Завършете останалите тестове, за да спечелите този сертификат!'],
])('a locked certificate at %i %% names what is missing and tells how to continue', async (percent, label, message) => {
  render(<Card certificate={{ ...locked, progress_percentage: percent }} />);
  screen.getByText('Сертификатът е заключен');
  screen.getByText('Завършете изискванията за отключване');
  expect(screen.getByRole('link', { name: /Втори тест/ }).getAttribute('href')).toBe('/test/two');
  await userEvent.click(screen.getByRole('button', { name: `${label}: Оператор` }));
  expect(shown).toMatchObject([{ kind: 'info', title: message }]);
});

test('a download shows that it is under way, saves a file with the title’s name and says so', async () => {
  let finish: (pdf: Awaited<ReturnType<typeof certificatePdf>>) => void = () => undefined;
  vi.mocked(certificatePdf).mockReturnValue(
    new Promise((resolve) => {
      finish = resolve;
    }),
  );
  render(<Card certificate={earned} />);
  await userEvent.click(screen.getByRole('button', { name: 'Изтеглете PDF' }));
  await screen.findByRole('button', { name: 'Генерира се...' });
  finish(new Blob());
  await screen.findByRole('button', { name: 'Изтеглете PDF' });
  expect(vi.mocked(saveAsFile).mock.calls[0]?.[0]).toBe('Оператор.pdf');
  expect(shown).toMatchObject([{ kind: 'success', title: 'Сертификатът е изтеглен успешно!' }]);
});

test.each([
  ['a missing part', Object.assign(new Error('Рисунката я няма.'), { name: 'MissingPart' }), 'Рисунката я няма.'],
  ['another error', new Error('canvas'), undefined],
])('a download that fails because of %s shows an error', async (_, error, description) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.mocked(certificatePdf).mockRejectedValue(error);
  render(<Card certificate={earned} />);
  await userEvent.click(screen.getByRole('button', { name: 'Изтеглете PDF' }));
  await screen.findByRole('button', { name: 'Изтеглете PDF' });
  expect(shown.map(({ kind, title }) => [kind, title])).toEqual([['error', 'Неуспешно изтегляне на сертификата']]);
  expect(shown[0]?.description).toBe(description);
});

test('a certificate that is not earned yields no file', async () => {
  const { result } = renderHook(() => useDownload());
  await act(() => result.current.download(locked, 'Иван'));
  expect(shown).toMatchObject([{ kind: 'error', title: 'Все още не сте спечелили този сертификат!' }]);
  expect(vi.mocked(certificatePdf)).not.toHaveBeenCalled();
});

test('an earned card shows the date, the serial and the address of its verification, also when the name has changed', () => {
  const issued = { serial: '7K2M-9QXP-3RTD-V8WN', name: 'Иван', seal: null, credential: null };
  const sheet = () => document.querySelector('[data-sheet-facts]')?.textContent ?? '';
  const { rerender } = render(<Card certificate={{ ...earned, issued }} />);
  expect(sheet()).toContain('Издаден на20 ноември 2026');
  expect(sheet()).toContain('Сериен номер7K2M-9QXP-3RTD-V8WN');
  expect(sheet()).toContain('/certificate/7K2M-9QXP-3RTD-V8WN');
  rerender(<Card certificate={{ ...earned, issued: { ...issued, name: 'Петър' } }} />);
  expect(sheet()).toContain('7K2M-9QXP-3RTD-V8WN');
  rerender(<Card certificate={locked} />);
  expect(sheet()).toBe('');
});

test('a signed card shows the QR code of the PDF', async () => {
  const seal = `${'aB3_-x'.repeat(50)}`;
  const issued = { serial: '7K2M-9QXP-3RTD-V8WN', name: 'Иван', seal, credential: null };
  render(<Card certificate={{ ...earned, issued }} />);
  await waitFor(() => expect(document.querySelector('[data-sheet-facts] path')).not.toBeNull());
  const path = document.querySelector('[data-sheet-facts] path')?.getAttribute('d') ?? '';
  const runs = [...path.matchAll(/M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)h-/g)].map(([, ...numbers]) =>
    numbers.map(Number),
  );
  const drawn = codeRuns(`${location.origin}/certificate/${issued.serial}#${seal}`);
  expect(runs).toEqual(drawn.map(({ x, y, width, height }) => [x, y, width, height]));
});

test('a certificate keeps its name, and a profile with another one can have a new document', async () => {
  const issued = { serial: 'AAAA-BBBB-CCCC-DDDD', name: 'Иван Петров', seal: 's', credential: null };
  const { container } = render(<Card certificate={{ ...earned, issued }} />);
  expect(container.textContent).toContain('AAAA-BBBB-CCCC-DDDD');
  screen.getByText(/^Издаден е на името „Иван Петров“/);
  const button = screen.getByRole('button', { name: 'Издайте на новото име „Оператор“' });
  for (const [fault, title] of [
    ['too_many', 'Издадени са три нови документа за една година. Пишете ни, ако е нужен още един.'],
    ['server', 'Новият документ не беше издаден. Опитайте пак.'],
    [undefined, 'Сертификатът е издаден на името „Иван“'],
  ] as const) {
    vi.mocked(reissueCertificate).mockResolvedValueOnce(fault);
    await userEvent.click(button);
    await waitFor(() => expect(shown.at(-1)?.title).toBe(title));
  }
  expect(vi.mocked(reissueCertificate).mock.calls).toEqual([['c'], ['c'], ['c']]);
});

test('a certificate with the profile’s name offers no new document', () => {
  const issued = { serial: 'AAAA-BBBB-CCCC-DDDD', name: 'Иван', seal: 's', credential: null };
  render(<Card certificate={{ ...earned, issued }} />);
  expect(screen.queryByText(/^Издаден е на името/)).toBeNull();
});
