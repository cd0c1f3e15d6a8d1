import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { asConsoleError } from '@/features/console-kit/requests/console-client';
import { consoleText } from '@/features/console-kit/text/console';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { loadCode } from '@/features/console-kit/widgets/load-code';
import { counted } from '@/shared/format/format';
import { formatBytes } from '@/shared/format/format-bytes';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import type { ImportPlan } from '../archive/import-course';
import type { ArchiveFault, ReadArchive } from '../archive/read-archive';
import { archiveText as text } from '../text/archive';
import { webvttText } from '../text/webvtt';

type State =
  | { step: 'idle' }
  | { step: 'checking' }
  | { step: 'rejected'; faults: readonly ArchiveFault[] }
  | ({ step: 'ready'; failed?: string } & Ready)
  | { step: 'storing'; done: number; all: number };

const Faults = ({ faults }: { faults: readonly ArchiveFault[] }) => (
  <ul className="mt-3 grid gap-1 text-sm">
    {faults.map(({ file, line, fault, detail }) => (
      <li key={`${file}-${line}-${fault}-${detail}`} className="wrap-anywhere">
        <span className="font-semibold">{text.line(file, line)}</span>: {text.faults[fault]}
        {detail && <span className="text-muted"> ({webvttText[detail] ?? detail})</span>}
      </li>
    ))}
  </ul>
);

type Ready = { plan: ImportPlan; mediaBytes: number; warnings: readonly ArchiveFault[] };

function Summary({ plan, mediaBytes, warnings }: Ready) {
  const { course, lessons, quizzes } = plan.archive;
  const questions = quizzes.reduce((sum, quiz) => sum + quiz.questions.length, 0);
  return (
    <>
      <p className="wrap-anywhere font-bold">{course.title}</p>
      <p>
        {counted(lessons.length, ...text.lessons)} · {counted(quizzes.length, ...text.quizzes)} ·{' '}
        {counted(questions, ...text.questions)}
      </p>
      <p className="mt-2 text-muted text-sm">{mediaBytes ? text.media(formatBytes(mediaBytes)) : text.noMedia}</p>
      {warnings.length > 0 && (
        <>
          <p className="mt-2 text-sm text-warn">{text.warnings}</p>
          <Faults faults={warnings} />
        </>
      )}
    </>
  );
}

/** Reads a course from a ZIP file and shows the content or the file's mistakes. After confirmation, stores the course as a draft. */
export function ImportCourse() {
  const [state, setState] = useState<State>({ step: 'idle' });
  const input = useRef<HTMLInputElement>(null);
  const close = () => state.step !== 'storing' && setState({ step: 'idle' });
  const read = async (file: File) => {
    setState({ step: 'checking' });
    const code = await loadCode(Promise.all([import('../archive/read-archive'), import('../archive/import-course')]));
    if (!code) return setState({ step: 'idle' });
    const [{ readArchive }, { planImport }] = code;
    let read: ReadArchive;
    try {
      read = await readArchive(file);
    } catch (error) {
      // The browser cannot read a file that was moved, deleted or changed since it was chosen.
      consoleToast.error(text.unreadable(file.name), { description: asConsoleError(error).detail });
      return setState({ step: 'idle' });
    }
    const { archive, faults, warnings, open, mediaBytes } = read;
    setState(
      archive ? { step: 'ready', plan: planImport(archive, open), mediaBytes, warnings } : { step: 'rejected', faults },
    );
  };
  const store = async (ready: Ready) => {
    const { plan } = ready;
    setState({ step: 'storing', done: 0, all: 1 });
    try {
      const { storeImport } = await import('../archive/import-course');
      const missing = await storeImport(plan, (done, all) => setState({ step: 'storing', done, all }));
      consoleToast.success(
        text.imported(plan.archive.course.title),
        missing.length ? { description: text.missing(missing.length) } : {},
      );
      setState({ step: 'idle' });
    } catch (error) {
      const { code, detail } = asConsoleError(error);
      const failed = code === 'file_too_large' ? consoleText.fileTooLarge : detail;
      setState({ ...ready, step: 'ready', failed });
    }
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        // Other archives may be chosen too, so that the dialog can say what they are.
        accept=".zip,.h5p,.imscc,.pptx,application/zip"
        aria-label={text.import}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) void read(file);
          target.value = '';
        }}
      />
      <Button onClick={() => input.current?.click()}>
        <FileUp size={18} aria-hidden="true" />
        {text.import}
      </Button>
      <Dialog
        open={state.step !== 'idle'}
        onClose={close}
        title={text.importTitle}
        closeLabel={consoleText.close}
        actions={
          <>
            <Button onClick={close} disabled={state.step === 'storing'}>
              {state.step === 'rejected' ? consoleText.close : consoleText.cancel}
            </Button>
            {(state.step === 'ready' || state.step === 'storing') && (
              <Button
                kind="primary"
                busy={state.step === 'storing'}
                onClick={() => state.step === 'ready' && void store(state)}
              >
                {text.importStart}
              </Button>
            )}
          </>
        }
      >
        <div role="status" className="text-muted text-sm">
          {state.step === 'checking' && text.checking}
          {state.step === 'storing' && text.stored(state.done, state.all)}
        </div>
        {state.step === 'rejected' && (
          <>
            <p role="alert" className="text-danger">
              {text.rejected(counted(state.faults.length, ...text.faultWords))}
            </p>
            <Faults faults={state.faults} />
          </>
        )}
        {state.step === 'ready' && <Summary {...state} />}
        {state.step === 'ready' && state.failed && (
          <p role="alert" className="mt-3 text-danger">
            {text.failed} <span className="text-muted text-sm">({state.failed})</span>
          </p>
        )}
      </Dialog>
    </>
  );
}
