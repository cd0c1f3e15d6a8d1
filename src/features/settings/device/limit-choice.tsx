import { setDownloadLimit, useDownloadLimit } from '@/data/downloads/limit';
import { useAccount } from '@/data/session/session-store';
import { formatBytes } from '@/lib/format-bytes';
import { deviceText as text } from '@/text/settings';
import { Select } from '@/ui/select';

const MEGABYTE = 1_000_000;
const choices = [500, 1_000, 2_000, 5_000, 10_000, 20_000].map((megabytes) => megabytes * MEGABYTE);

/** Chooses how much space downloads may use on this device. */
export function LimitChoice() {
  const account = useAccount() ?? '';
  const limit = useDownloadLimit();
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
      {choices.map((bytes) => (
        <option key={bytes} value={bytes}>
          {formatBytes(bytes)}
        </option>
      ))}
    </Select>
  );
}
