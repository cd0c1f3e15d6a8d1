import { RefreshCw } from 'lucide-react';
import { useDebouncedValue } from '@/device/use-debounced-value';
import { useConsoleQuery } from '@/features/console-kit/queries';
import { type UserFilter, type UserRow, userFilters } from '@/features/console-kit/requests/answers';
import { messages } from '@/features/console-kit/text/messages';
import { AddressSearch } from '@/features/console-kit/widgets/address-search';
import { type Column, TwoLines } from '@/features/console-kit/widgets/data-table';
import { RemoteTable } from '@/features/console-kit/widgets/remote-table';
import { sofiaDate } from '@/features/console-kit/widgets/sofia-format';
import { PlanChip } from '@/features/console-kit/widgets/states';
import { useAddressDialog, useConsoleAddress } from '@/features/console-kit/widgets/use-console-address';
import { useHeldRow } from '@/features/console-kit/widgets/use-held-row';
import { formatNumber } from '@/shared/format/format';
import { joinFacts } from '@/shared/join-facts';
import { Button } from '@/ui/button';
import { chipClass } from '@/ui/chip';
import { classNames } from '@/ui/class-names';
import { langOf } from '@/ui/lang-of';
import { MagicLinkDialog } from './magic-link-dialog';
import { PlanDialog } from './plan-dialog';
import { planReason } from './plan-reason';
import { type PeopleCounts, userPage } from './requests/users';
import { usersText as text } from './text';

const idOf = ({ id }: { id: string }) => id;

const TYPING_MS = 250;
const TABLES = ['profiles', 'user_subscriptions', 'admin_users'];

const columns: readonly Column<UserRow>[] = [
  {
    id: 'email',
    head: text.email,
    cell: ({ email, full_name, is_admin, blocked_at, deleted_at }) => (
      <TwoLines
        name={email}
        detail={joinFacts([full_name, is_admin && text.admin, blocked_at && text.blocked, deleted_at && text.deleted])}
      />
    ),
  },
  {
    id: 'created',
    head: text.created,
    cell: ({ created_at }) => <span className="num whitespace-nowrap">{sofiaDate(created_at)}</span>,
  },
  {
    id: 'subscription',
    head: text.subscription,
    corner: true,
    cell: (row) => (
      <span className="inline-flex flex-wrap items-center gap-x-2 max-md:max-w-24 max-md:justify-end">
        <PlanChip plan={row.plan} />
        <span className="text-muted text-xs">{planReason(row)}</span>
      </span>
    ),
  },
];

/** All accounts, with search, filters and the dialogs of a row. */
export function UsersTab({ counts }: { counts: PeopleCounts | undefined }) {
  const { get, set, page } = useConsoleAddress();
  const search = get('q');
  const filter: UserFilter = userFilters.find((one) => one === get('filter')) ?? 'all';
  const settled = useDebouncedValue(search, search, TYPING_MS);
  const users = useConsoleQuery(['users', filter, page, settled], () => userPage(settled, filter, page), {
    tables: TABLES,
  });
  const edit = useAddressDialog('plan');
  const link = useAddressDialog('link');
  // Keep the dialog open when its row leaves the page, for example because the new plan does not match the filter.
  const edited = useHeldRow(users.data?.rows, edit.open ? edit.id : '', idOf).row;
  const linked = useHeldRow(users.data?.rows, link.open ? link.id : '', idOf).row;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <AddressSearch label={text.search} className="min-w-56 grow md:max-w-96" />
        <Button
          onClick={() => void users.refetch()}
          busy={users.isFetching && users.data !== undefined && settled === search}
        >
          {!users.isFetching && <RefreshCw size={18} aria-hidden="true" />}
          <span lang="en">{text.refresh}</span>
        </Button>
      </div>
      <fieldset className="flex min-w-0 gap-1.5 overflow-x-auto [scrollbar-width:none]">
        <legend className="sr-only">{text.filterLabel}</legend>
        {userFilters.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === filter}
            lang={langOf(text.filters[one])}
            onClick={() => set({ filter: one === 'all' ? null : one, page: null })}
            className={classNames(
              chipClass,
              'min-h-11 cursor-pointer',
              one === filter
                ? 'border-control bg-sunk shadow-[inset_0_0_0_1px_var(--control)]'
                : 'hover:border-control',
            )}
          >
            {one === filter && <span aria-hidden="true">✓</span>}
            {text.filters[one]}
            {counts && <span className="num text-muted">{formatNumber(counts[one])}</span>}
          </button>
        ))}
      </fieldset>
      <RemoteTable
        remote={users}
        failed={messages.users.load}
        serverSide={messages.users.serverSide}
        label={text.tabs.users}
        columns={columns}
        idOf={idOf}
        selected={edit.open ? edit.id : undefined}
        empty={<span lang="en">{settled || filter !== 'all' ? messages.users.noMatch : messages.users.empty}</span>}
        actions={(row) => (
          <>
            <Button kind="plain" aria-label={text.editOf(row.email)} onClick={() => edit.show(row.id)}>
              {text.edit}
            </Button>
            <Button kind="plain" aria-label={text.linkOf(row.email)} onClick={() => link.show(row.id)}>
              {text.link}
            </Button>
          </>
        )}
      />
      <PlanDialog open={edit.open} row={edited} onClose={edit.close} onLink={() => link.show(edit.id)} />
      <MagicLinkDialog open={link.open} email={linked?.email} onClose={link.close} />
    </div>
  );
}
