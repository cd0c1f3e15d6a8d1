import { useDebouncedValue } from '@/device/use-debounced-value';
import { useConsoleQuery } from '@/features/console-kit/queries';
import type { AuditEntry } from '@/features/console-kit/requests/answers';
import { consoleText, formText } from '@/features/console-kit/text/console';
import { adminSettingsText as text } from '@/features/console-kit/text/settings';
import { AddressSearch } from '@/features/console-kit/widgets/address-search';
import { type Column, TwoLines } from '@/features/console-kit/widgets/data-table';
import { RemoteTable } from '@/features/console-kit/widgets/remote-table';
import { sofiaMoment } from '@/features/console-kit/widgets/sofia-format';
import { useConsoleAddress } from '@/features/console-kit/widgets/use-console-address';
import { joinFacts } from '@/shared/join-facts';
import { auditFields } from './audit-fields';
import { auditPage } from './requests';

const TYPING_MS = 250;

function inWords(value: unknown, names: AuditEntry['names']) {
  if (value === null || value === '') return formText.empty;
  if (typeof value === 'boolean') return value ? formText.yes : formText.no;
  if (typeof value === 'object') return JSON.stringify(value);
  return names?.[String(value)] ?? String(value);
}

const labelOf = (field: string) => auditFields[field] ?? field;

/** The old and new value of each changed field. */
function Change({ before, after, names: rowNames }: Pick<AuditEntry, 'before' | 'after' | 'names'>) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return consoleText.none;
  return (
    <details>
      <summary className="cursor-pointer">{[...new Set(names.map(labelOf))].join(', ')}</summary>
      <dl className="mt-1 grid gap-1 text-xs">
        {names.map((name) => (
          <div key={name}>
            <dt className="font-bold">{labelOf(name)}</dt>
            <dd className="wrap-anywhere line-clamp-6">
              {before && name in before && <del className="text-muted">{inWords(before[name], rowNames)}</del>}{' '}
              {after && name in after && <ins className="no-underline">{inWords(after[name], rowNames)}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

const columns: readonly Column<AuditEntry>[] = [
  {
    id: 'at',
    head: text.auditColumns.at,
    cell: ({ at }) => <span className="num whitespace-nowrap">{sofiaMoment(at)}</span>,
  },
  { id: 'who', head: text.auditColumns.who, typed: true, cell: ({ email }) => email ?? text.server },
  {
    id: 'what',
    head: text.auditColumns.what,
    typed: true,
    cell: ({ action, table_name, row_id, row_name }) => (
      <TwoLines
        name={text.actions[action] ?? action}
        // For an export, both fields contain the name of the exported list: show it once.
        detail={joinFacts([...new Set([text.auditTables[table_name] ?? table_name, row_name ?? row_id])])}
      />
    ),
  },
  {
    id: 'change',
    head: text.auditColumns.change,
    typed: true,
    cell: (entry) => <Change before={entry.before} after={entry.after} names={entry.names} />,
  },
];

/** The audit log. Only the database writes to it. */
export function AuditTab() {
  const { get, page } = useConsoleAddress();
  const typed = get('q');
  const search = useDebouncedValue(typed, typed, TYPING_MS);
  const entries = useConsoleQuery(['audit', search, page], () => auditPage(search, page));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <AddressSearch label={text.auditSearch} className="md:max-w-96" />
      <RemoteTable
        remote={entries}
        failed={text.auditFailed}
        label={text.tabs.audit}
        columns={columns}
        idOf={({ id }) => String(id)}
        empty={text.auditEmpty}
      />
    </div>
  );
}
