import { Lock, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '@/config/paths';
import { useDownloadLock } from '@/data/downloads/use-download-lock';
import { useDownloads } from '@/data/downloads/use-downloads';
import { syncNow } from '@/data/sync/mutations';
import { currentDevice } from '@/lib/device';
import { formatBytes } from '@/lib/format-bytes';
import { useOnline } from '@/lib/use-online';
import { offlineText } from '@/text/offline';
import { Banner } from '@/ui/banner';
import { buttonClass, IconButton } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { Chip } from '@/ui/chip';
import { Notice } from '@/ui/notice';
import { Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast';
import { AppBarEnd } from '@/widgets/app-bar';
import { DownloadProgress } from '@/widgets/downloads/download-progress';
import { DownloadedList } from './downloaded-list';
import { OfflineLinks } from './offline-links';
import { OfflinePlayer } from './offline-player';
import { useReconnect } from './use-reconnect';

/** /offline-dashboard: the home without a network. Everything on it is read from the device, also after a cold start. */
export function OfflineDashboardPage() {
  const online = useOnline();
  const rows = useDownloads();
  const locked = useDownloadLock();
  const [chosen, setChosen] = useState<string>();
  const complete = rows?.filter((row) => row.status === 'completed') ?? [];
  const under = rows?.filter((row) => row.status !== 'completed') ?? [];
  const playing = locked ? undefined : complete.find((row) => row.id === chosen);
  const leaving = useReconnect(online, playing !== undefined);
  const total = complete.reduce((sum, row) => sum + row.fileSize, 0);
  // What is shown is live; a refresh asks the server for what is new, where there is one to ask.
  const refresh = () => {
    if (online) syncNow();
    toast(online ? 'success' : 'info', online ? offlineText.refreshed : offlineText.stillOffline, { duration: 3_000 });
  };

  return (
    <main id="main" tabIndex={-1} data-screen className="mx-auto grid max-w-[1200px] gap-6 pb-24 md:px-8">
      <header className="flex flex-wrap items-center gap-x-3 px-4 pt-3 md:px-0">
        <h1 className="grow text-2xl md:grow-0">{offlineText.title}</h1>
        <IconButton label={offlineText.refresh} onClick={refresh} className="md:order-2">
          <RefreshCw size={20} aria-hidden="true" />
        </IconButton>
        <div className="flex min-w-full items-center md:order-3 md:min-w-0 md:grow">
          <Chip tone={online ? 'ok' : 'wait'}>{online ? offlineText.online : offlineText.offline}</Chip>
          <AppBarEnd />
        </div>
      </header>
      {leaving && (
        <p role="status" className="px-4 font-bold text-ok md:px-0">
          {offlineText.backOnline}
        </p>
      )}
      {playing && <OfflinePlayer key={playing.id} row={playing} online={online} onClose={() => setChosen(undefined)} />}
      <div className="grid gap-6 px-4 md:px-0">
        {locked && complete.length > 0 && (
          <Banner kind="warning" title={offlineText.lockedTitle}>
            <p>{offlineText.lockedText}</p>
            <Link to={paths.pricing} className={buttonClass('quiet', 'mt-2')}>
              <Lock size={18} aria-hidden="true" />
              {offlineText.plans}
            </Link>
          </Banner>
        )}
        {rows === undefined && (
          <div role="status" aria-label={offlineText.loading} className="grid gap-3">
            <Skeleton className="h-14" />
            <Skeleton className="h-20" />
            <Skeleton className="h-20" />
          </div>
        )}
        {complete.length > 0 && (
          <p className={`${cardClass} num flex flex-wrap gap-x-4 px-4 py-3`}>
            <strong>{offlineText.storage}</strong>
            <span className="text-muted">
              {offlineText.videos(complete.length)} · {offlineText.used(formatBytes(total))}
            </span>
          </p>
        )}
        {under.length > 0 && (
          <section aria-labelledby="queue-title" className="grid gap-3">
            <h2 id="queue-title" className="text-lg">
              {offlineText.queue}
            </h2>
            <ul className="grid gap-3 lg:grid-cols-2">
              {under.map((row) => (
                <li key={row.id} className={`${cardClass} px-4 py-3`}>
                  <h3 className="text-base">{row.title}</h3>
                  <DownloadProgress row={row} />
                </li>
              ))}
            </ul>
          </section>
        )}
        <DownloadedList rows={complete} playing={playing?.id} onPlay={locked ? undefined : setChosen} />
        {rows?.length === 0 && (
          <Notice
            title={offlineText.emptyTitle}
            action={
              <Link to={paths.dashboard} className={buttonClass('primary')}>
                {offlineText.toCourses}
              </Link>
            }
          >
            {currentDevice() === 'desktop' ? offlineText.emptyDesktop : offlineText.emptyText}
          </Notice>
        )}
        <OfflineLinks />
      </div>
    </main>
  );
}
