import { OctagonX, TriangleAlert } from 'lucide-react';
import { dashboardText as text } from '@/features/console-kit/text/dashboard';
import { formatMoment } from '@/shared/format/format';
import { formatBytes } from '@/shared/format/format-bytes';
import { type ServerState, type ServerWarning, serverWarnings } from '@/shared/server-warnings';

const moment = (at: string | null) => (at ? formatMoment(Date.parse(at)) : '');

function detailOf(warning: ServerWarning, { backup, disk }: ServerState): string {
  if (warning === 'disk_full') return text.diskFree(formatBytes(disk.free_bytes), formatBytes(disk.total_bytes));
  if (warning === 'backup_missing') return text.backupHow;
  return warning === 'backup_failed' ? moment(backup.failed_at) : text.backupLast(moment(backup.at));
}

/** Warnings about the server machine. They have no link, because they can only be fixed on the machine itself. */
export function ServerWarningRows({ state }: { state: ServerState }) {
  return serverWarnings(state).map((warning) => {
    const severe = warning === 'disk_full' || warning === 'backup_failed';
    const Icon = severe ? OctagonX : TriangleAlert;
    return (
      <li
        key={warning}
        className="grid min-h-14 grid-cols-[20px_1fr] items-center gap-x-2.5 border-line border-t py-2 pr-4 pl-4"
      >
        <Icon size={20} aria-hidden="true" className={severe ? 'text-danger' : 'text-warn'} />
        <span className="min-w-0">
          <span className="block font-bold text-sm">{text.server[warning]}</span>
          <span className="wrap-anywhere block text-muted text-xs">{detailOf(warning, state)}</span>
        </span>
      </li>
    );
  });
}

/** The age of the last backup and the free space, shown even when there is no warning. */
export function ServerFacts({ state }: { state: ServerState }) {
  return (
    <p className="border-line border-t px-4 py-3 text-muted text-xs">
      {state.backup.at && <span className="block">{text.backupLast(moment(state.backup.at))}</span>}
      <span className="block">
        {text.diskFree(formatBytes(state.disk.free_bytes), formatBytes(state.disk.total_bytes))}
      </span>
    </p>
  );
}
