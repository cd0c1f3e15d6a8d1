import { useAccount } from '@/device/session/session-store';
import { setDownloadLimit, useDownloadLimit } from '@/features/downloads/mutations/limit';
import { formatBytes } from '@/shared/format/format-bytes';
import { Select } from '@/ui/select';
import { deviceText as text } from './text';

// In units of 1,024 like `formatBytes`, so that the sizes read as round numbers.
const MEGABYTE = 1024 * 1024;
const choices = [500, ...[1, 2, 5, 10, 20].map((gigabytes) => gigabytes * 1024)].map(
  (megabytes) => megabytes * MEGABYTE,
);

/** Chooses how much space downloads may use on this device. */
export function LimitChoice() {
  const account = useAccount() ?? '';
  const limit = useDownloadLimit();
  // A limit that an earlier version offered stays in the list.
  const sizes = limit && !choices.includes(limit) ? [...choices, limit].sort((a, b) => a - b) : choices;
  return (
    <Select
      label={text.limit}
      hint={text.limitHint}
      className="max-w-md"
      value={limit ?? ''}
      onChange={({ target }) =>
        setDownloadLimit(account, target.value === '' ? null : Number(target.value)).catch((error: unknown) =>
          console.error('The downloads do not continue yet:', error),
        )
      }
    >
      <option value="">{text.noLimit}</option>
      {sizes.map((bytes) => (
        <option key={bytes} value={bytes}>
          {formatBytes(bytes)}
        </option>
      ))}
    </Select>
  );
}
