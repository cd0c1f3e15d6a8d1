import { grantPlan } from '@/features/accounts/console/requests/users';
import { type UserRow, userRow } from '@/features/console-kit/requests/answers';
import { formText } from '@/features/console-kit/text/console';
import { messages } from '@/features/console-kit/text/messages';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { FormBody } from '@/features/console-kit/widgets/form-body';
import { ConflictPanel, FormButtons, OtherEditors, RestoredDraft } from '@/features/console-kit/widgets/form-notes';
import { SideDialog } from '@/features/console-kit/widgets/side-dialog';
import { sofiaDate } from '@/features/console-kit/widgets/sofia-format';
import { type Errors, useRecordForm } from '@/features/console-kit/widgets/use-record-form';
import { Select } from '@/ui/select';
import { TextField } from '@/ui/text-field';
import { endOf, fieldsOf, type GrantFields } from './grant-fields';
import { adminNotificationsText as text } from './text';

function validate({ until }: GrantFields): Errors<GrantFields> {
  return until && !endOf(until) ? { until: formText.dateTooLate } : {};
}

/** Formats field values as text for the conflict panel. */
const inWords = {
  plan: (plan: GrantFields['plan']) => text.plans[plan],
  until: (until: string) => (until ? sofiaDate(`${until}T12:00:00Z`) : text.grantedForever),
};

/** Grants a plan or extends a grant. If another administrator saved the grant meanwhile, the form merges both changes. */
export function GrantDialog({ row, onClose }: { row: UserRow; onClose: () => void }) {
  const form = useRecordForm<GrantFields, UserRow>({
    schema: userRow,
    form: `grant:${row.id}`,
    row: { ...row, deleted_at: null },
    fieldsOf,
    blank: fieldsOf(row),
    validate,
    save: async ({ version, fields }) => {
      const until = endOf(fields.until);
      await grantPlan(row.id, fields.plan, until, version ?? row.row_version);
      return {
        ...row,
        granted_plan: fields.plan,
        granted_until: until,
        row_version: (version ?? row.row_version) + 1,
      };
    },
    onSaved: () => {
      consoleToast.success(text.saved);
      onClose();
    },
    onFailed: (failure, _, show) => {
      // Only the server knows whether a day has passed: the device's clock may be wrong.
      if (failure.code === 'bad_plan') show({ until: form.fields.until ? text.pastDate : messages.users.badPlan });
      else {
        const words = failure.kind === 'network' ? messages.users.updateError : messages.users.update;
        consoleToast.error(words(failure.detail));
      }
    },
  });
  const { fields, set, input } = form;
  return (
    <SideDialog
      open
      onClose={onClose}
      title={text.grantTitle(row.email)}
      actions={<FormButtons form={form} onCancel={onClose} onSave={() => void form.submit()} />}
    >
      <FormBody form={form}>
        <OtherEditors table="user_subscriptions" id={row.id} />
        <RestoredDraft form={form} />
        <Select
          label={text.planLabel}
          value={fields.plan}
          onChange={({ target }) => set({ plan: target.value === 'pro' ? 'pro' : 'premium' })}
        >
          <option value="pro">{text.plans.pro}</option>
          <option value="premium">{text.plans.premium}</option>
        </Select>
        <TextField label={text.untilLabel} type="date" {...input('until')} hint={text.untilHint} />
        <ConflictPanel form={form} labels={text.grantFields} show={inWords} />
      </FormBody>
    </SideDialog>
  );
}
