import { Plus } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useConsoleMutation } from '@/features/console-kit/queries';
import { asConsoleError } from '@/features/console-kit/requests/console-client';
import { consoleText, formText } from '@/features/console-kit/text/console';
import { adminSettingsText as text } from '@/features/console-kit/text/settings';
import { ConfirmDialog } from '@/features/console-kit/widgets/confirm-dialog';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { type Column, DataTable, TwoLines } from '@/features/console-kit/widgets/data-table';
import { sofiaDate } from '@/features/console-kit/widgets/sofia-format';
import { useDraftFields } from '@/features/console-kit/widgets/use-draft-fields';
import { isEmailLike } from '@/features/contact/rules';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';
import { Checkbox } from '@/ui/checkbox';
import { focusInvalid } from '@/ui/focus-invalid';
import { TextField } from '@/ui/text-field';
import { type AdminUser, addAdmin, removeAdmin, setSuperAdmin } from './requests';

/** Administrators: add, promote, demote, remove. The server refuses to remove the last super administrator. */
export function AdminsTab({ rows, me }: { rows: readonly AdminUser[]; me: string | undefined }) {
  const [removing, setRemoving] = useState<AdminUser>();
  const columns: readonly Column<AdminUser>[] = [
    {
      id: 'email',
      head: text.adminColumns.email,
      cell: ({ email, user_id }) => (
        <TwoLines name={email} detail={user_id === null ? text.noAccount : user_id === me ? text.you : undefined} />
      ),
    },
    {
      id: 'type',
      head: text.adminColumns.type,
      cell: ({ is_super_admin }) => <span lang="en">{is_super_admin ? text.types.super : text.types.admin}</span>,
    },
    {
      id: 'since',
      head: text.adminColumns.since,
      cell: ({ created_at }) => <span className="num whitespace-nowrap">{sofiaDate(created_at)}</span>,
    },
  ];
  const run = async (action: () => Promise<unknown>) => {
    try {
      await action();
      consoleToast.success(text.saved);
      setRemoving(undefined);
    } catch (thrown) {
      const { kind, detail } = asConsoleError(thrown);
      const reasons = { forbidden: text.lastSuper, conflict: formText.conflictTitle };
      consoleToast.error(text.saveFailed, {
        description: kind === 'forbidden' || kind === 'conflict' ? reasons[kind] : detail,
      });
    }
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <DataTable
        label={text.tabs.admins}
        columns={columns}
        rows={rows}
        idOf={({ email }) => email}
        menuOf={({ email }) => consoleText.actionsOf(email)}
        actions={(row) => (
          <>
            <Button
              kind="plain"
              aria-label={`${row.is_super_admin ? text.demote : text.promote}: ${row.email}`}
              onClick={() => void run(() => setSuperAdmin(row, !row.is_super_admin))}
            >
              {row.is_super_admin ? text.demote : text.promote}
            </Button>
            <Button kind="plain" aria-label={`${text.remove}: ${row.email}`} onClick={() => setRemoving(row)}>
              {text.remove}
            </Button>
          </>
        )}
      />
      <AddAdmin />
      <ConfirmDialog
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={text.removeTitle}
        confirmLabel={text.remove}
        danger
        onConfirm={async () => removing && run(() => removeAdmin(removing.email))}
      >
        <p>{text.removeText(removing?.email ?? '')}</p>
      </ConfirmDialog>
    </div>
  );
}

function AddAdmin() {
  const draft = useDraftFields('admin:new', { email: '', isSuper: false });
  const { email, isSuper } = draft.fields;
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const reject = (words: string) => {
    flushSync(() => setError(words));
    focusInvalid(form.current);
  };
  const add = useConsoleMutation(() => addAdmin(email, isSuper), {
    onSuccess: () => {
      consoleToast.success(text.added(email.trim().toLowerCase()));
      draft.clear();
    },
    onError: ({ code, kind, detail }) => {
      if (code === '23505' || kind === 'conflict') reject(text.exists);
      else consoleToast.error(text.saveFailed, { description: detail });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    if (isEmailLike(email)) add.mutate();
    else reject(text.emailWrong);
  };
  return (
    <Card className="max-w-lg p-4">
      <form ref={form} noValidate onSubmit={submit} className="grid gap-3">
        <h2 className="text-base">{text.add}</h2>
        <TextField
          label={text.addEmail}
          type="email"
          inputMode="email"
          value={email}
          error={error}
          onChange={({ target }) => {
            draft.set({ email: target.value });
            setError(undefined);
          }}
        />
        <Checkbox
          label={<span lang="en">{text.addSuper}</span>}
          checked={isSuper}
          onChange={({ target }) => draft.set({ isSuper: target.checked })}
        />
        <Button type="submit" kind="primary" busy={add.isPending} className="justify-self-start">
          {!add.isPending && <Plus size={18} aria-hidden="true" />}
          {text.add}
        </Button>
      </form>
    </Card>
  );
}
