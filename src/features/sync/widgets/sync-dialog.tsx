import { RotateCw } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { saveAsFile } from '@/device/save-as-file';
import { signOut } from '@/device/session/requests';
import { dismissRejected, retryRejected, syncNow } from '@/device/sync/mutations';
import { type Rejected, usePendingDocs, useRejectedDocs, useTitles } from '@/device/sync/queries';
import { type SyncStatus, useSyncStatus } from '@/device/sync/use-sync-status';
import { useCaptivePortal } from '@/device/use-captive-portal';
import { useOnline } from '@/device/use-online';
import { formatMoment } from '@/shared/format/format';
import type { JournalDoc } from '@/shared/journal';
import { paths } from '@/shared/paths';
import { common } from '@/shared/text/common';
import { Button, buttonClass } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { describe, rejectionReason, syncText } from '../text/sync';

/** Id of the item that the document is about: a lesson, a quiz, an event. */
const subjectOf = ({ data }: JournalDoc) =>
  Object.entries(data).find(
    ([key, value]) => key.endsWith('_id') && key !== 'course_id' && typeof value === 'string',
  )?.[1] as string | undefined;

function noteOf({ phase, reason }: SyncStatus, online: boolean, isPortal: boolean): string | null {
  if (phase === 'signed-out') return syncText.signedOutNote;
  if (phase === 'failed') return syncText.failedNote;
  if (reason === 'storage') return syncText.diskNote;
  if (reason === 'client_too_old') return syncText.clientTooOldNote;
  if (reason === 'server_too_old') return syncText.serverTooOldNote;
  if (!online || phase === 'offline') return syncText.offlineNote;
  return phase === 'waiting' ? (isPortal ? syncText.portalNote : syncText.waitingNote) : null;
}

function RejectedItem({ entry, title }: { entry: Rejected; title: string | undefined }) {
  return (
    <li className="border-line border-b py-3 last:border-0">
      <p className="font-bold">{describe(entry.doc, title)}</p>
      <p className="text-danger text-sm">{rejectionReason(entry.code, entry.message)}</p>
      <p className="text-muted text-sm">{formatMoment(entry.doc.at)}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={() => void retryRejected(entry.id)}>{syncText.retry}</Button>
        <Button onClick={() => saveAsFile(`${entry.id.replaceAll('/', '-')}.json`, JSON.stringify(entry.doc, null, 2))}>
          {syncText.exportFile}
        </Button>
        <Button kind="danger" onClick={() => void dismissRejected(entry.id)}>
          {syncText.dismiss}
        </Button>
      </div>
    </li>
  );
}

/** Unsent and rejected documents, described for people. Only the learner removes anything here. */
export function SyncDialog({ onClose }: { onClose: () => void }) {
  const { pathname } = useLocation();
  const status = useSyncStatus();
  const online = useOnline();
  const pending = usePendingDocs();
  const rejected = useRejectedDocs() ?? [];
  const titles = useTitles([...(pending ?? []), ...rejected.map(({ doc }) => doc)]);
  const titleOf = (doc: JournalDoc) => titles.get(subjectOf(doc) ?? '');
  const note = noteOf(status, online, useCaptivePortal());
  const failed = status.phase === 'failed';
  const waiting = (pending ?? []).toSorted((a, b) => b.at - a.at);
  return (
    <Dialog
      open
      onClose={onClose}
      title={syncText.title}
      closeLabel={common.close}
      actions={
        status.phase === 'signed-out' ? (
          <Link
            to={paths.login}
            state={{ from: pathname }}
            onClick={() => void signOut()}
            className={buttonClass('primary')}
          >
            {syncText.signIn}
          </Link>
        ) : (
          <Button kind="primary" disabled={!online && !failed} onClick={() => syncNow()}>
            <RotateCw size={18} aria-hidden="true" />
            {failed ? syncText.retry : syncText.now}
          </Button>
        )
      }
    >
      {note && <p className="mb-3">{note}</p>}
      {(status.synced_at || !failed) && (
        <p className="text-muted text-sm">
          {status.synced_at ? syncText.lastSynced(formatMoment(status.synced_at)) : syncText.neverSynced}
        </p>
      )}
      {rejected.length > 0 && (
        <section className="mt-5">
          <h3 className="text-base">{syncText.rejectedTitle}</h3>
          <p className="text-muted text-sm">{syncText.rejectedHint}</p>
          <ul>
            {rejected.map((entry) => (
              <RejectedItem key={entry.id} entry={entry} title={titleOf(entry.doc)} />
            ))}
          </ul>
        </section>
      )}
      {(waiting.length > 0 || rejected.length === 0) && (
        <section className="mt-5">
          <h3 className="text-base">
            {waiting.length > 0 ? syncText.waitingTitle : failed ? syncText.unread : syncText.allSent}
          </h3>
          <ul className="mt-1">
            {waiting.map((doc) => (
              <li
                key={doc.id}
                className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b py-2.5 last:border-0"
              >
                <span>{describe(doc, titleOf(doc))}</span>
                <span className="num text-muted text-sm">{formatMoment(doc.at)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  );
}
