import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useConsoleQuery } from '@/features/console-kit/queries';
import { asConsoleError } from '@/features/console-kit/requests/console-client';
import type { AdminCertificate, Requirement } from '@/features/console-kit/requests/rows';
import { consoleText, formText } from '@/features/console-kit/text/console';
import { messages, successes, validations } from '@/features/console-kit/text/messages';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { OtherEditors } from '@/features/console-kit/widgets/form-notes';
import { RemoteStates } from '@/features/console-kit/widgets/remote-states';
import { SideDialog } from '@/features/console-kit/widgets/side-dialog';
import { useDraftFields } from '@/features/console-kit/widgets/use-draft-fields';
import type { Errors } from '@/features/console-kit/widgets/use-record-form';
import { Button, IconButton } from '@/ui/button';
import { focusInvalid } from '@/ui/focus-invalid';
import { Select } from '@/ui/select';
import { TextField } from '@/ui/text-field';
import { changeRequirement, RequirementConflict, testNames } from './requests';
import { adminCertificatesText as text } from './text';

const DEFAULT_SCORE = 70;

interface Fields {
  test: string;
  score: string;
}
const blank: Fields = { test: '', score: String(DEFAULT_SCORE) };

function validate({ test, score }: Fields): Errors<Fields> {
  const number = Number(score);
  return {
    ...(!test && { test: validations.certificate.test }),
    ...(!(Number.isInteger(number) && number >= 1 && number <= 100) && { score: text.scoreWrong }),
  };
}

interface ListProps {
  row: AdminCertificate;
  titleOf: (quiz: string) => string;
  /** The passing score of a quiz (percent); undefined for a quiz in the trash. */
  passingOf: (quiz: string) => number | undefined;
  busy: boolean;
  onRemove: (quiz: string) => void;
}

function RequirementList({ row, titleOf, passingOf, busy, onRemove }: ListProps) {
  if (row.requirements.length === 0) return <p className="text-muted text-sm">{text.noRequirements}</p>;
  return (
    <ul className="grid">
      {row.requirements.map(({ test_id, minimum_score }) => (
        <li key={test_id} className="flex min-h-11 items-center gap-2 border-line not-last:border-b text-sm">
          <span className="wrap-anywhere min-w-0 grow">
            <span className="font-semibold">{titleOf(test_id)}</span>
            {(passingOf(test_id) ?? minimum_score) !== minimum_score && (
              <span className="block text-warn text-xs">{text.passingApart(passingOf(test_id) ?? 0)}</span>
            )}
          </span>
          <span className="num shrink-0 whitespace-nowrap">≥ {minimum_score} %</span>
          <IconButton
            label={text.removeRequirement(titleOf(test_id))}
            disabled={busy}
            onClick={() => onRemove(test_id)}
          >
            <X size={18} aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

interface ConflictProps {
  title: string;
  mine: string;
  theirs: number;
  busy: boolean;
  onMine: () => void;
  onTheirs: () => void;
}

/** Shown when another administrator has just added the same quiz: asks which minimum score to keep. */
function ScoreConflict({ title, mine, theirs, busy, onMine, onTheirs }: ConflictProps) {
  return (
    <section
      role="alert"
      aria-label={formText.conflictTitle}
      className="rounded-control border border-line border-l-3 border-l-warn bg-paper p-3 text-sm"
    >
      <p className="font-bold">{formText.conflictTitle}</p>
      <p className="mt-1 text-muted">{text.bothRequired(title)}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button busy={busy} onClick={onMine}>
          {formText.mine}: ≥ {mine} %
        </Button>
        <Button disabled={busy} onClick={onTheirs}>
          {formText.theirs}: ≥ {theirs} %
        </Button>
      </div>
    </section>
  );
}

/** The quizzes that a certificate requires. Each change is saved at once and merged with other administrators' changes. */
export function RequirementsDialog({ row, onClose }: { row: AdminCertificate; onClose: () => void }) {
  const tests = useConsoleQuery(['test-names'], testNames, { tables: ['tests'] });
  const { fields, set, clear } = useDraftFields(`requirement:${row.id}`, blank);
  const [errors, setErrors] = useState<Errors<Fields>>({});
  const [theirs, setTheirs] = useState<Requirement>();
  const [busy, setBusy] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const passingOf = (id: string) => tests.data?.find((one) => one.id === id)?.passing_score;
  const titleOf = (id: string) => tests.data?.find((one) => one.id === id)?.title ?? text.unknownTest;

  const save = async (test: string, score: number | null, force: boolean, done: string, failed: string) => {
    if (busy) return false;
    setBusy(true);
    try {
      const { merged } = await changeRequirement(row, test, score, force);
      consoleToast.success(done, merged ? { description: formText.mergedToast } : {});
      setTheirs(undefined);
      return true;
    } catch (thrown) {
      if (thrown instanceof RequirementConflict) setTheirs(thrown.theirs);
      else {
        const error = asConsoleError(thrown);
        const why = error.kind === 'conflict' ? formText.conflictTitle : error.detail;
        consoleToast.error(failed, { description: error.kind === 'network' ? consoleText.noAnswer : why });
      }
      return false;
    } finally {
      setBusy(false);
    }
  };
  const add = async (force = false) => {
    const faults = validate(fields);
    flushSync(() => setErrors(faults));
    if (Object.keys(faults).length) return focusInvalid(body.current);
    const done = successes.certificates.requirementAdded;
    if (await save(fields.test, Number(fields.score), force, done, messages.certificates.addRequirement)) clear();
  };
  const keepTheirs = () => {
    setTheirs(undefined);
    clear();
  };
  const remove = (id: string) =>
    save(id, null, false, successes.certificates.requirementRemoved, messages.certificates.removeRequirement);
  return (
    <SideDialog open onClose={onClose} title={text.requirements} about={row.title}>
      <div ref={body} className="grid gap-4">
        <OtherEditors table="certificates" id={row.id} />
        <p className="text-muted text-sm">{text.requirementsLead}</p>
        <RemoteStates remote={tests} failed={messages.tests.listLoad}>
          {(all) => (
            <>
              <RequirementList
                row={row}
                titleOf={titleOf}
                passingOf={passingOf}
                busy={busy}
                onRemove={(id) => void remove(id)}
              />
              {all.length === 0 ? (
                <p lang="en" className="text-muted text-sm">
                  {messages.tests.listEmpty}
                </p>
              ) : (
                <div className="grid gap-3 border-line border-t pt-4">
                  <Select
                    label={text.test}
                    value={fields.test}
                    error={errors.test}
                    onChange={({ target }) => {
                      set({ test: target.value });
                      setErrors({});
                      setTheirs(undefined);
                    }}
                  >
                    <option value="">{text.chooseTest}</option>
                    {all
                      .filter(({ id }) => id === fields.test || !row.requirements.some(({ test_id }) => test_id === id))
                      .map(({ id, title }) => (
                        <option key={id} value={id}>
                          {title}
                        </option>
                      ))}
                  </Select>
                  <TextField
                    label={text.score}
                    type="number"
                    min={1}
                    max={100}
                    value={fields.score}
                    error={errors.score}
                    onChange={({ target }) => set({ score: target.value })}
                  />
                  {theirs ? (
                    <ScoreConflict
                      title={titleOf(theirs.test_id)}
                      mine={fields.score}
                      theirs={theirs.minimum_score}
                      busy={busy}
                      onMine={() => void add(true)}
                      onTheirs={keepTheirs}
                    />
                  ) : (
                    <Button kind="primary" busy={busy} onClick={() => void add()}>
                      {!busy && <Plus size={18} aria-hidden="true" />}
                      {text.addRequirement}
                    </Button>
                  )}
                </div>
              )}
            </>
          )}
        </RemoteStates>
      </div>
    </SideDialog>
  );
}
