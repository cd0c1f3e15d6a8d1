import { useState } from 'react';
import { asConsoleError } from '@/data/admin/console-client';
import { setUserPlan, type UserRow } from '@/data/admin/users';
import { sofiaDay, toSofia } from '@/domain/sofia-time';
import { consoleText } from '@/text/admin/console';
import { messages, successes } from '@/text/admin/messages';
import { usersText as text } from '@/text/admin/users';
import { Button } from '@/ui/button';
import { Checkbox } from '@/ui/checkbox';
import { TextField } from '@/ui/text-field';
import { consoleToast } from '@/widgets/admin/console-toast';
import { OtherEditors } from '@/widgets/admin/form-notes';
import { SideDialog } from '@/widgets/admin/side-dialog';
import { sofiaDate } from '@/widgets/admin/sofia-format';
import { PlanChip } from '@/widgets/admin/states';

interface PlanDialogProps {
  open: boolean;
  row: UserRow | undefined;
  onClose: () => void;
  onLink: () => void;
}

/** The subscription of an account: what is paid, what is granted, the two checkboxes and until when. */
export function PlanDialog({ open, row, onClose, onLink }: PlanDialogProps) {
  if (!row) return null;
  return <PlanForm key={`${row.id}-${open}`} open={open} row={row} onClose={onClose} onLink={onLink} />;
}

type Plan = UserRow['plan'];
const rank: Record<Plan, number> = { free: 0, pro: 1, premium: 2 };

/** The day after so many months, in Sofia. */
function dayIn(months: number): string {
  const day = new Date(`${toSofia(Date.now()).slice(0, 10)}T12:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() + months);
  return day.toISOString().slice(0, 10);
}

function PlanForm({ open, row, onClose, onLink }: Required<Omit<PlanDialogProps, 'row'>> & { row: UserRow }) {
  const [pro, setPro] = useState(row.has_pro_plan);
  const [premium, setPremium] = useState(row.has_premium_plan);
  const [until, setUntil] = useState(row.granted_until ? toSofia(row.granted_until).slice(0, 10) : '');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const wanted: Plan = premium ? 'premium' : pro ? 'pro' : 'free';
  const paid: Plan = row.paid_plan ?? 'free';
  const effective = rank[wanted] >= rank[paid] ? wanted : paid;
  const grants = rank[wanted] > rank[paid];

  const save = async () => {
    if (busy) return;
    const end = grants ? sofiaDay(until, true) : null;
    if (end && Date.parse(end) <= Date.now()) return setError(text.pastDate);
    setBusy(true);
    try {
      await setUserPlan(row.id, pro, premium, end);
      consoleToast.success(successes.users.updated(row.email));
      onClose();
    } catch (thrown) {
      const failure = asConsoleError(thrown);
      if (failure.code === 'bad_plan') setError(messages.users.badPlan);
      else if (failure.code === 'paid_plan') setError(text.paidHint);
      else if (failure.kind === 'network') consoleToast.error(messages.users.updateError(failure.detail));
      else consoleToast.error(messages.users.update(failure.detail));
    } finally {
      setBusy(false);
    }
  };

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
          <Button kind="plain" className="mr-auto" onClick={onLink}>
            {text.link}
          </Button>
          <Button onClick={onClose}>{consoleText.cancel}</Button>
          <Button kind="primary" busy={busy} onClick={() => void save()}>
            {consoleText.save}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <OtherEditors table="user_subscriptions" id={row.id} />
        <dl className="grid grid-cols-3 rounded-control border border-line bg-paper text-sm [&>div]:p-3 [&>div]:not-first:border-l [&>div]:border-line">
          <div>
            <dt className="mb-1 text-muted text-xs">{text.paid}</dt>
            <dd>
              <PlanChip plan={paid} />
              {row.current_period_end && paid !== 'free' && (
                <span className="mt-1 block text-muted text-xs">
                  {text.paidUntil(sofiaDate(row.current_period_end))}
                </span>
              )}
            </dd>
          </div>
          <div>
            <dt className="mb-1 text-muted text-xs">{text.granted}</dt>
            <dd>{grants ? <PlanChip plan={wanted} /> : consoleText.none}</dd>
          </div>
          <div>
            <dt className="mb-1 text-muted text-xs">{text.effective}</dt>
            <dd>
              <PlanChip plan={effective} />
              {paid !== 'free' && grants && <span className="mt-1 block text-muted text-xs">{text.better}</span>}
            </dd>
          </div>
        </dl>
        <div>
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
                checked={plan === 'pro' ? pro : premium}
                aria-disabled={isPaid(plan) || undefined}
                onChange={({ target }) => {
                  if (isPaid(plan)) return;
                  setError('');
                  if (plan === 'pro') setPro(target.checked);
                  else setPremium(target.checked);
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
              value={until}
              hint={text.untilHint}
              error={error || undefined}
              onChange={({ target }) => {
                setUntil(target.value);
                setError('');
              }}
            />
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => setUntil(dayIn(1))}>{text.month}</Button>
              <Button onClick={() => setUntil(dayIn(3))}>{text.quarter}</Button>
              <Button onClick={() => setUntil('')}>{text.forever}</Button>
            </div>
          </div>
        )}
        {error && !grants && (
          <p role="alert" className="text-danger text-sm">
            {error}
          </p>
        )}
        <p className="text-muted text-sm">{text.after(text.filters[effective])}</p>
      </div>
    </SideDialog>
  );
}
