import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useOnline } from '@/device/use-online';
import { useDownloadLock } from '@/features/downloads/queries/use-download-lock';
import { useDownloads } from '@/features/downloads/queries/use-downloads';
import { managerText, offlineText } from '@/features/downloads/text';
import { AppBarEnd } from '@/features/shell/widgets/app-bar';
import { currentDevice } from '@/shared/device';
import { paths } from '@/shared/paths';
import { backLinkClass, buttonClass } from '@/ui/button';
import { Skeleton } from '@/ui/skeleton';
import { DownloadQueue } from './download-queue';
import { LockedDownloads } from './locked-downloads';
import { NoDownloads } from './no-downloads';
import { OfflinePlayer } from './offline-player';
import { DownloadsManager } from './videos/downloads-manager';

/** /offline-videos: the download manager, on phones and tablets only. */
export function OfflineVideosPage() {
  return currentDevice() === 'desktop' ? <NotOnDesktop /> : <Manager />;
}

function NotOnDesktop() {
  return (
    <main
      id="main"
      tabIndex={-1}
      data-screen
      className="mx-auto grid max-w-xl justify-items-center gap-3 px-6 py-24 text-center"
    >
      <h1 lang="en" className="text-xl">
        {managerText.notHere}
      </h1>
      <p className="text-muted">{managerText.notHereHint}</p>
      <Link to={paths.check} className={buttonClass('primary', 'mt-2')}>
        <ArrowLeft size={18} aria-hidden="true" />
        {managerText.back}
      </Link>
    </main>
  );
}

function Manager() {
  const online = useOnline();
  const rows = useDownloads();
  const locked = useDownloadLock();
  const [chosen, setChosen] = useState<string>();
  const playing = locked ? undefined : rows?.find(({ id }) => id === chosen);
  const play = (videoId: string) => {
    setChosen(videoId);
    window.scrollTo(0, 0);
  };
  return (
    <main id="main" tabIndex={-1} data-screen className="mx-auto grid max-w-[1200px] grid-cols-1 gap-6 pb-24 md:px-8">
      <div className="px-4 md:px-0">
        <header className="flex min-h-16 flex-wrap items-center gap-2">
          <Link to={paths.offlineDashboard} className={backLinkClass}>
            <ArrowLeft size={20} aria-hidden="true" />
            <span className="max-md:sr-only">{managerText.back}</span>
          </Link>
          <AppBarEnd />
        </header>
        <h1 className="mt-2 text-2xl md:text-3xl">{managerText.title}</h1>
      </div>
      {playing && <OfflinePlayer key={playing.id} row={playing} online={online} onClose={() => setChosen(undefined)} />}
      <div className="grid grid-cols-1 gap-6 px-4 md:px-0">
        {rows === undefined && (
          <div role="status" aria-label={offlineText.loading} className="grid grid-cols-1 gap-3">
            <Skeleton className="h-14" />
            <Skeleton className="h-28" />
            <Skeleton className="h-28" />
          </div>
        )}
        {rows?.length === 0 && <NoDownloads />}
        {rows && (
          <>
            {locked && rows.length > 0 && <LockedDownloads />}
            <DownloadQueue rows={rows} />
            <DownloadsManager rows={rows} playing={playing?.id} onPlay={locked ? undefined : play} />
          </>
        )}
      </div>
    </main>
  );
}
