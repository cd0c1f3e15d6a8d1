import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { type AdminCertificate, type Requirement, saveCertificate, testNames } from '@/data/admin/certificates';
import { asConsoleError } from '@/data/admin/console-client';
import { consoleChanged } from '@/data/admin/console-live';
import { useRemote } from '@/data/admin/use-remote';
import { adminCertificatesText as text } from '@/text/admin/certificates';
import { formText } from '@/text/admin/console';
import { messages, successes, validations } from '@/text/admin/messages';
import { Button, IconButton } from '@/ui/button';
import { Select } from '@/ui/select';
import { TextField } from '@/ui/text-field';
import { consoleToast } from '@/widgets/admin/console-toast';
import { OtherEditors } from '@/widgets/admin/form-notes';
import { RemoteStates } from '@/widgets/admin/remote-states';
import { SideDialog } from '@/widgets/admin/side-dialog';

const DEFAULT_SCORE = 70;

/** The quizzes that a certificate requires. Each change is saved at once, with the version that it started from. */
export function RequirementsDialog({ row, onClose }: { row: AdminCertificate; onClose: () => void }) {
  const tests = useRemote('test-names', testNames, { tables: ['tests'] });
  const [test, setTest] = useState('');
  const [score, setScore] = useState(String(DEFAULT_SCORE));
  const [errors, setErrors] = useState<{ test?: string; score?: string }>({});
  const [busy, setBusy] = useState(false);
  const titleOf = (id: string) => tests.data?.find((one) => one.id === id)?.title ?? text.unknownTest;

  const save = async (requirements: Requirement[], done: string, failed: string) => {
    if (busy) return false;
    setBusy(true);
    try {
      await saveCertificate(row.id, row.row_version, {}, requirements);
      consoleToast.success(done);
      return true;
    } catch (thrown) {
      const error = asConsoleError(thrown);
      consoleToast.error(failed, { description: error.kind === 'conflict' ? formText.conflictTitle : error.detail });
      if (error.kind === 'conflict') consoleChanged(['certificates']);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const add = async () => {
    const minimum_score = Number(score);
    const faults = {
      ...(!test && { test: validations.certificate.test }),
      ...(!(Number.isInteger(minimum_score) && minimum_score >= 1 && minimum_score <= 100) && {
        score: text.scoreWrong,
      }),
    };
    setErrors(faults);
    if (Object.keys(faults).length) return;
    const added = [...row.requirements, { test_id: test, minimum_score }];
    if (await save(added, successes.certificates.requirementAdded, messages.certificates.addRequirement)) {
      setTest('');
      setScore(String(DEFAULT_SCORE));
    }
  };
  const remove = (id: string) =>
    save(
      row.requirements.filter(({ test_id }) => test_id !== id),
      successes.certificates.requirementRemoved,
      messages.certificates.removeRequirement,
    );
  return (
    <SideDialog open onClose={onClose} title={text.requirements} about={row.title}>
      <div className="grid gap-4">
        <OtherEditors table="certificates" id={row.id} />
        <p className="text-muted text-sm">{text.requirementsLead}</p>
        <RemoteStates remote={tests} failed={messages.tests.listLoad}>
          {(all) => (
            <>
              {row.requirements.length === 0 ? (
                <p className="text-muted text-sm">{text.noRequirements}</p>
              ) : (
                <ul className="grid">
                  {row.requirements.map(({ test_id, minimum_score }) => (
                    <li
                      key={test_id}
                      className="flex min-h-11 items-center gap-2 border-line not-last:border-b text-sm"
                    >
                      <span className="wrap-anywhere min-w-0 grow font-semibold">{titleOf(test_id)}</span>
                      <span className="num">≥ {minimum_score} %</span>
                      <IconButton
                        label={text.removeRequirement(titleOf(test_id))}
                        disabled={busy}
                        onClick={() => void remove(test_id)}
                      >
                        <X size={18} aria-hidden="true" />
                      </IconButton>
                    </li>
                  ))}
                </ul>
              )}
              {all.length === 0 ? (
                <p lang="en" className="text-muted text-sm">
                  {messages.tests.listEmpty}
                </p>
              ) : (
                <div className="grid gap-3 border-line border-t pt-4">
                  <Select
                    label={text.test}
                    value={test}
                    error={errors.test}
                    onChange={({ target }) => {
                      setTest(target.value);
                      setErrors({});
                    }}
                  >
                    <option value="">{text.chooseTest}</option>
                    {all
                      .filter(({ id }) => !row.requirements.some(({ test_id }) => test_id === id))
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
                    value={score}
                    error={errors.score}
                    onChange={({ target }) => setScore(target.value)}
                  />
                  <Button kind="primary" busy={busy} onClick={() => void add()}>
                    {!busy && <Plus size={18} aria-hidden="true" />}
                    {text.addRequirement}
                  </Button>
                </div>
              )}
            </>
          )}
        </RemoteStates>
      </div>
    </SideDialog>
  );
}
