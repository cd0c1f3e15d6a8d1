import { type UserRow, userRow } from '@/features/console-kit/requests/answers';
import { consoleText, formText } from '@/features/console-kit/text/console';
import { messages, successes } from '@/features/console-kit/text/messages';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { FormBody } from '@/features/console-kit/widgets/form-body';
import { ConflictPanel, FormButtons, OtherEditors, RestoredDraft } from '@/features/console-kit/widgets/form-notes';
import { SideDialog } from '@/features/console-kit/widgets/side-dialog';
import { sofiaDate } from '@/features/console-kit/widgets/sofia-format';
import { PlanChip } from '@/features/console-kit/widgets/states';
import { type Errors, useRecordForm } from '@/features/console-kit/widgets/use-record-form';
import { toSofia } from '@/shared/sofia-time';
import { Button } from '@/ui/button';
import { Checkbox } from '@/ui/checkbox';
import { TextField } from '@/ui/text-field';
import { endOf, fieldsOf, grantsMore, type Plan, type PlanFields, rank, wantedPlan } from './plan-fields';
import { setUserPlan } from './requests/users';
import { usersText as text } from './text';

interface PlanDialogProps {
  open: boolean;
  row: UserRow | undefined;
  onClose: () => void;
  onLink: () => void;
}

/** The subscription of an account: the paid plan, the granted plan with its two checkboxes, and the end of the grant. */
export function PlanDialog({ open, row, onClose, onLink }: PlanDialogProps) {
  if (!row) return null;
  return <PlanForm key={`${row.id}-${open}`} open={open} row={row} onClose={onClose} onLink={onLink} />;
}

/** The date `months` from today, in Sofia's time zone. */
function dayIn(months: number): string {
  const day = new Date(`${toSofia(Date.now()).slice(0, 10)}T12:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() + months);
  return day.toISOString().slice(0, 10);
}

/** The form state. If another administrator saved the grant meanwhile, the form merges both changes and keeps the input. */
function usePlanForm(row: UserRow, onClose: () => void) {
  const form = useRecordForm<PlanFields, UserRow>({
    schema: userRow,
    form: `plan:${row.id}`,
    row: { ...row, deleted_at: null },
    fieldsOf,
    blank: fieldsOf(row),
    validate: (fields): Errors<PlanFields> => {
      const isTooLate = fields.until && grantsMore(fields, row) && !endOf(fields, row);
      return isTooLate ? { until: formText.dateTooLate } : {};
    },
    save: ({ version, fields }) => setUserPlan(row.id, fields.pro, fields.premium, endOf(fields, row), version),
    onSaved: ({ email }) => {
      consoleToast.success(successes.users.updated(email));
      onClose();
    },
    onFailed: (failure, _, show) => {
      // Only the server knows whether a day has passed: the device's clock may be wrong.
      if (failure.code === 'bad_plan')
        return show({ until: form.fields.until ? text.pastDate : messages.users.badPlan });
      if (failure.code === 'paid_plan') return show({ until: text.paidHint });
      const words = failure.kind === 'network' ? messages.users.updateError : messages.users.update;
      consoleToast.error(words(failure.detail));
    },
  });
  return form;
}

/** Formats the end of the grant as text for the conflict panel. */
const inWords = { until: (value: string) => (value ? sofiaDate(`${value}T12:00:00Z`) : text.forever) };

interface PlanSummaryProps {
  row: UserRow;
  paid: Plan;
  /** The plan that the form grants; undefined if it is not better than the paid plan. */
  granted: Plan | undefined;
  effective: Plan;
}

/** The paid plan, the granted plan, and the better of these two plans. */
function PlanSummary({ row, paid, granted, effective }: PlanSummaryProps) {
  return (
    <dl className="grid grid-cols-3 rounded-control border border-line bg-paper text-sm [&>div]:p-3 [&>div]:not-first:border-l [&>div]:border-line max-md:[&_svg]:hidden">
      <div>
        <dt className="mb-1 text-muted text-xs">{text.paid}</dt>
        <dd>
          <PlanChip plan={paid} />
          {row.current_period_end && paid !== 'free' && (
            <span className="mt-1 block text-muted text-xs">{text.paidUntil(sofiaDate(row.current_period_end))}</span>
          )}
        </dd>
      </div>
      <div>
        <dt className="mb-1 text-muted text-xs">{text.granted}</dt>
        <dd>{granted ? <PlanChip plan={granted} /> : consoleText.none}</dd>
      </div>
      <div>
        <dt className="mb-1 text-muted text-xs">{text.effective}</dt>
        <dd>
          <PlanChip plan={effective} />
          {paid !== 'free' && granted && <span className="mt-1 block text-muted text-xs">{text.better}</span>}
        </dd>
      </div>
    </dl>
  );
}

function PlanForm({ open, row, onClose, onLink }: Required<Omit<PlanDialogProps, 'row'>> & { row: UserRow }) {
  const form = usePlanForm(row, onClose);
  const { fields, set, errors } = form;
  const wanted = wantedPlan(fields);
  const paid: Plan = row.paid_plan ?? 'free';
  const effective = rank[wanted] >= rank[paid] ? wanted : paid;
  const grants = grantsMore(fields, row);
  const error = errors.until;

  const isPaid = (plan: 'pro' | 'premium') => row.paid_plan === plan;
  const hint = (plan: 'pro' | 'premium') => (isPaid(plan) ? `${text.paidHint} ${text.paidHow}` : text.proHint);
  return (
    <SideDialog
      open={open}
      onClose={onClose}
      title={text.editOf(row.full_name || row.email)}
      about={`${row.email} · ${text.since(sofiaDate(row.created_at))}`}
      actions={
        <>
          <Button kind="plain" className="-ml-2.5 mr-auto" onClick={onLink}>
            {text.link}
          </Button>
          <FormButtons noteAbove form={form} onCancel={onClose} onSave={() => void form.submit()} />
        </>
      }
    >
      <FormBody form={form}>
        <OtherEditors table="user_subscriptions" id={row.id} />
        <RestoredDraft form={form} />
        <PlanSummary row={row} paid={paid} granted={grants ? wanted : undefined} effective={effective} />
        <div className="grid gap-2">
          {(['pro', 'premium'] as const).map((plan) => (
            <div key={plan}>
              <Checkbox
                label={
                  <span>
                    <span lang="en" className="block font-bold">
                      {text.filters[plan]}
                    </span>
                    <span className="block text-muted text-xs">{hint(plan)}</span>
                  </span>
                }
                checked={fields[plan]}
                aria-disabled={isPaid(plan) || undefined}
                onChange={({ target }) => {
                  if (!isPaid(plan)) set({ [plan]: target.checked, until: fields.until });
                }}
              />
            </div>
          ))}
        </div>
        {grants && (
          <div className="grid gap-2">
            <TextField
              label={text.until}
              type="date"
              value={fields.until}
              hint={text.untilHint}
              error={error}
              onChange={({ target }) => set({ until: target.value })}
            />
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => set({ until: dayIn(1) })}>{text.month}</Button>
              <Button onClick={() => set({ until: dayIn(3) })}>{text.quarter}</Button>
              <Button onClick={() => set({ until: '' })}>{text.forever}</Button>
            </div>
          </div>
        )}
        {error && !grants && (
          <p role="alert" className="text-danger text-sm">
            {error}
          </p>
        )}
        <ConflictPanel form={form} labels={text.planFields} show={inWords} />
        <p className="text-muted text-sm">{text.after(text.filters[effective])}</p>
      </FormBody>
    </SideDialog>
  );
}
