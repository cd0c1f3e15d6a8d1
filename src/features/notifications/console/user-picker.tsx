import { Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useDebouncedValue } from '@/device/use-debounced-value';
import { userPage } from '@/features/accounts/console/requests/users';
import { useConsoleQuery } from '@/features/console-kit/queries';
import { consoleText } from '@/features/console-kit/text/console';
import { messages } from '@/features/console-kit/text/messages';
import { cleanText } from '@/shared/clean-text';
import { formatNumber } from '@/shared/format/format';
import { chipClass } from '@/ui/chip';
import { SearchField } from '@/ui/search-field';
import type { SendInput } from './requests';
import { adminNotificationsText as text } from './text';

const TYPING_MS = 250;
/** Largest number of results that a search shows. The server searches all accounts. */
const OFFERED = 20;

interface UserPickerProps {
  users: SendInput['users'];
  error: string | undefined;
  onChange: (users: SendInput['users']) => void;
}

/** Chooses which accounts receive a targeted notification. */
export function UserPicker({ users, error, onChange }: UserPickerProps) {
  const errorId = useId();
  const [typed, setTyped] = useState('');
  const search = useDebouncedValue(typed, typed, TYPING_MS);
  const found = useConsoleQuery(['picker', search], () => userPage(search, 'all', 1, OFFERED), {
    tables: ['profiles'],
  });
  const chosen = new Set(users.map(({ id }) => id));
  const offered = found.data?.rows.filter(({ id }) => !chosen.has(id)) ?? [];
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-bold text-sm">{text.users}</legend>
      <p role="status" className="mb-1 text-muted text-sm">
        {text.chosen(formatNumber(users.length))}
      </p>
      {users.length > 0 && (
        <ul className="mb-2 flex flex-wrap gap-1.5">
          {users.map((user) => (
            <li key={user.id}>
              <button
                type="button"
                aria-label={text.removeUser(user.email)}
                onClick={() => onChange(users.filter(({ id }) => id !== user.id))}
                className={`${chipClass} cursor-pointer`}
              >
                <span className="wrap-anywhere min-w-0">{user.email}</span>
                <X size={16} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <SearchField
        label={text.searchUsers}
        clearLabel={consoleText.clearSearch}
        value={typed}
        onChange={(q) => setTyped(cleanText(q))}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
      />
      {error && (
        <p id={errorId} role="alert" lang="en" className="mt-1.5 text-danger text-sm">
          {error}
        </p>
      )}
      <ul className="mt-1 max-h-48 overflow-y-auto">
        {offered.map(({ id, email, full_name }) => (
          <li key={id}>
            <button
              type="button"
              aria-label={text.addUser(email)}
              onClick={() => onChange([...users, { id, email }])}
              className="flex min-h-11 w-full items-center gap-2 rounded-control px-2 py-1 text-left text-sm hover:bg-sunk"
            >
              <Plus size={16} aria-hidden="true" className="shrink-0" />
              <span className="wrap-anywhere min-w-0">
                {email}
                {full_name && <span className="block text-muted text-xs">{full_name}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.error && !found.data && (
        <p lang="en" className="text-danger text-sm">
          {messages.users.load}
        </p>
      )}
      {found.data?.rows.length === 0 && (
        <p lang="en" className="text-muted text-sm">
          {messages.users.noMatch}
        </p>
      )}
    </fieldset>
  );
}
