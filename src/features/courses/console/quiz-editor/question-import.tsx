import { Download, FileUp } from 'lucide-react';
import { useState } from 'react';
import { fileNameOf, saveAsFile } from '@/device/save-as-file';
import { noteAction } from '@/features/console-kit/requests/records';
import type { Question } from '@/features/console-kit/requests/rows';
import { consoleText } from '@/features/console-kit/text/console';
import { ConfirmDialog } from '@/features/console-kit/widgets/confirm-dialog';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { exportFault } from '@/features/console-kit/widgets/export-fault';
import { loadCode } from '@/features/console-kit/widgets/load-code';
import { ATTEMPT_QUESTIONS } from '@/shared/limits';
import { Button } from '@/ui/button';
import type { Imported, ImportFault } from '../question-files/imported';
import { quizText as text } from '../text/quiz';

const wordsOf = (one: ImportFault): string => {
  if (one.fault === 'kind') return text.importKind(one.detail);
  return one.fault in text.importFaults
    ? text.importFaults[one.fault as keyof typeof text.importFaults]
    : text.faults[one.fault as keyof typeof text.faults];
};

interface QuestionImportProps {
  title: string;
  questions: readonly Question[];
  onAdd: (questions: readonly Question[]) => void;
}

/** Import and export of questions. The parsers load on first use. The administrator confirms the parsed questions before they are added. */
export function QuestionImport({ title, questions, onAdd }: QuestionImportProps) {
  const [imported, setImported] = useState<Imported | null>(null);
  const read = async (file: File) => {
    const code = await loadCode(import('../question-files/read-questions'));
    if (code) setImported(await code.readQuestions(file));
  };
  const save = async (kind: 'csv' | 'gift') => {
    const code = await loadCode(Promise.all([import('../question-files/csv'), import('../question-files/gift')]));
    if (!code) return;
    const [{ questionsToCsv }, { questionsToGift }] = code;
    const name = title.trim() || text.editor;
    try {
      await noteAction('export', 'test_questions', questions.length);
    } catch (error) {
      return void consoleToast.error(exportFault(error));
    }
    if (kind === 'csv') saveAsFile(`${name}.csv`, questionsToCsv(questions), 'text/csv;charset=utf-8');
    else saveAsFile(fileNameOf(name, 'gift'), questionsToGift(questions), 'text/plain;charset=utf-8');
  };
  const room = ATTEMPT_QUESTIONS - questions.length;
  const added = imported?.questions.slice(0, room) ?? [];
  const good = added.length;
  return (
    <div className="flex flex-wrap gap-2">
      <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-control border border-line bg-surface px-4 font-bold text-sm hover:border-control has-focus-visible:outline-3 has-focus-visible:outline-accent-ink">
        <FileUp size={18} aria-hidden="true" />
        {text.importShort}
        <input
          type="file"
          accept=".csv,.gift,.txt,.xml,text/csv,text/plain,text/xml"
          aria-label={text.import}
          className="sr-only"
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) void read(file);
            event.target.value = '';
          }}
        />
      </label>
      {questions.length > 0 && (
        <>
          <Button aria-label={text.exportCsv} onClick={() => void save('csv')}>
            <Download size={18} aria-hidden="true" />
            CSV
          </Button>
          <Button aria-label={text.exportGift} onClick={() => void save('gift')}>
            <Download size={18} aria-hidden="true" />
            GIFT
          </Button>
        </>
      )}
      {imported && (
        <ConfirmDialog
          open
          onClose={() => setImported(null)}
          title={text.importTitle}
          confirmLabel={good ? text.importAdd(good) : consoleText.close}
          onConfirm={async () => {
            if (good) onAdd(added);
            setImported(null);
          }}
        >
          <p>
            {imported.questions.length
              ? text.importLead(imported.questions.length, imported.faults.length)
              : text.importNothing}
          </p>
          {imported.questions.length > room && <p role="alert">{text.importRoom(room, ATTEMPT_QUESTIONS)}</p>}
          {imported.faults.length > 0 && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
            <ul tabIndex={0} aria-label={text.importTitle} className="mt-3 grid max-h-60 gap-1 overflow-y-auto text-sm">
              {imported.faults.slice(0, 200).map((fault) => (
                <li key={`${fault.line}-${fault.fault}`} className="wrap-anywhere text-danger">
                  {text.importLine(fault.line)}: {wordsOf(fault)}
                </li>
              ))}
            </ul>
          )}
          {imported.lost.length > 0 && (
            <>
              <p className="mt-3">{text.importLost}</p>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
              <ul tabIndex={0} aria-label={text.importLost} className="grid max-h-40 gap-1 overflow-y-auto text-sm">
                {imported.lost.slice(0, 200).map(({ line, lost }) => (
                  <li key={`${line}-${lost}`} className="text-warn">
                    {text.importLine(line)}: {text.importLosses[lost]}
                  </li>
                ))}
              </ul>
            </>
          )}
        </ConfirmDialog>
      )}
    </div>
  );
}
