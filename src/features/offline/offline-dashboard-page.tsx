import { ArrowLeft, RefreshCw, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useAccount } from '@/device/session/session-store';
import { refresh } from '@/device/sync/mutations';
import { useOnline } from '@/device/use-online';
import { useDownloadLock } from '@/features/downloads/queries/use-download-lock';
import { useDownloads } from '@/features/downloads/queries/use-downloads';
import { offlineText } from '@/features/downloads/text';
import { StorageSummary } from '@/features/downloads/widgets/storage-summary';
import { AppBarEnd } from '@/features/shell/widgets/app-bar';
import { useSections } from '@/features/shell/widgets/sections';
import { currentDevice } from '@/shared/device';
import type { DownloadedVideo } from '@/shared/downloads';
import { paths } from '@/shared/paths';
import { momentOf } from '@/shared/video-moment';
import { backLinkClass, buttonClass, IconButton } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast';
import { DownloadQueue } from './download-queue';
import { DownloadedList } from './home/downloaded-list';
import { OfflineLearning } from './home/offline-learning';
import { OfflineNews } from './home/offline-news';
import { OfflineNotifications } from './home/offline-notifications';
import { OfflineSections } from './home/offline-sections';
import { OfflineShelf } from './home/offline-shelf';
import { SignedOutHome } from './home/signed-out-home';
import { WhatWorks } from './home/what-works';
import { LockedDownloads } from './locked-downloads';
import { NetworkChip } from './network-chip';
import { NoDownloads } from './no-downloads';
import { OfflinePlayer } from './offline-player';
import { OfflineSection } from './offline-section';
import { leadsBack } from './return-path';
import { useReconnect } from './use-reconnect';

interface HomeProps {
  online: boolean;
  rows: DownloadedVideo[] | undefined;
  locked: boolean;
  leaving: boolean;
  /** Lesson id from the query. */
  chosen: string | null;
  /** Start position from the query (s). */
  start: number | undefined;
  playing: DownloadedVideo | undefined;
  onChoose: (videoId: string | null) => void;
}

function Home({ online, rows, locked, leaving, chosen, start, playing, onChoose }: HomeProps) {
  // No download is complete yet; the queue below shows the ones in progress.
  const underWay = !locked && rows && rows.length > 0 && rows.every(({ status }) => status !== 'completed');
  const play = (videoId: string) => {
    onChoose(videoId);
    window.scrollTo(0, 0);
  };
  const [refreshing, setRefreshing] = useState(false);
  // The screen always shows the current local data, so a refresh only pulls from the server.
  const askServer = async () => {
    if (!online) return toast('info', offlineText.stillOffline, { duration: 3_000 });
    setRefreshing(true);
    const answered = await refresh();
    setRefreshing(false);
    toast(answered ? 'success' : 'info', answered ? offlineText.refreshed : offlineText.unanswered, {
      duration: 3_000,
    });
  };

  return (
    <main id="main" tabIndex={-1} data-screen className="mx-auto grid max-w-[1200px] grid-cols-1 gap-6 pb-24 md:px-8">
      <header className="flex flex-wrap items-center gap-x-3 px-4 pt-3 md:px-0">
        {!leadsBack(online) && (
          <Link to={paths.check} className={backLinkClass}>
            <ArrowLeft size={20} aria-hidden="true" />
            <span className="sr-only">{offlineText.toDashboard}</span>
          </Link>
        )}
        <h1 className="grow text-2xl md:grow-0">{offlineText.title}</h1>
        <IconButton
          label={offlineText.refresh}
          disabled={refreshing}
          onClick={() => void askServer()}
          className="md:order-2"
        >
          <RefreshCw size={20} aria-hidden="true" />
        </IconButton>
        <div className="flex min-w-full flex-wrap items-center md:order-3 md:min-w-0 md:grow">
          <NetworkChip />
          <AppBarEnd />
        </div>
      </header>
      <p role="status" className={leaving ? 'px-4 font-bold text-ok md:px-0' : 'sr-only'}>
        {leaving && offlineText.backOnline}
      </p>
      {playing && (
        <OfflinePlayer
          key={`${playing.id} ${start ?? ''}`}
          row={playing}
          start={start}
          online={online}
          onClose={() => onChoose(null)}
        />
      )}
      {chosen && rows && !locked && !playing && (
        <p role="status" className="px-4 font-bold md:px-0">
          {offlineText.notDownloaded}
        </p>
      )}
      <OfflineSections />
      <div className="grid grid-cols-1 items-start gap-6 px-4 md:px-0 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-8">
        <div className="grid grid-cols-1 gap-6">
          <section
            aria-labelledby="downloads-title"
            className={classNames('grid grid-cols-1 gap-3', underWay && 'hidden')}
          >
            <h2 id="downloads-title" className="text-lg">
              {offlineText.downloaded}
            </h2>
            {rows === undefined && (
              <div role="status" aria-label={offlineText.loading} className="grid grid-cols-1 gap-3">
                <Skeleton className="h-14" />
                <Skeleton className="h-20" />
                <Skeleton className="h-20" />
              </div>
            )}
            {rows && rows.length > 0 && locked && <LockedDownloads />}
            {rows && (
              <StorageSummary rows={rows}>
                {currentDevice() !== 'desktop' && (
                  <Link to={paths.offlineVideos} className={buttonClass('plain')}>
                    <SlidersHorizontal size={18} aria-hidden="true" />
                    {offlineText.manage}
                  </Link>
                )}
              </StorageSummary>
            )}
            {rows && <DownloadedList rows={rows} playing={playing?.id} onPlay={locked ? undefined : play} />}
            {rows?.length === 0 && <NoDownloads />}
          </section>
          {rows && <DownloadQueue rows={rows} />}
          <OfflineShelf online={online} />
        </div>
        <div className="grid grid-cols-1 gap-6">
          <OfflineLearning />
          <OfflineNotifications />
          <OfflineNews />
          <WhatWorks online={online} />
        </div>
      </div>
    </main>
  );
}

function SignedIn({ online }: { online: boolean }) {
  const rows = useDownloads();
  const locked = useDownloadLock();
  const [query, setQuery] = useSearchParams();
  const section = useSections().find(({ id, offline }) => offline && id === query.get('section'));
  const chosen = query.get('video');
  const playing = locked ? undefined : rows?.find(({ id }) => id === chosen);
  const leaving = useReconnect(online, playing !== undefined || section !== undefined);
  if (section) return <OfflineSection key={section.id} section={section} />;
  return (
    <Home
      online={online}
      rows={rows}
      locked={locked}
      leaving={leaving}
      chosen={chosen}
      start={momentOf(query)}
      playing={playing}
      onChoose={(video) => setQuery(video ? { video } : {}, { replace: chosen !== null })}
    />
  );
}

/** /offline-dashboard: the offline home, or the section named in the query. Reads only local data, so it works after an offline cold start. */
export function OfflineDashboardPage() {
  const online = useOnline();
  return useAccount() ? <SignedIn online={online} /> : <SignedOutHome online={online} />;
}
