import { Box, CircleCheck, Download } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useStillPending } from '@/device/sync/use-initial-sync';
import { useOnline } from '@/device/use-online';
import { modelFormat } from '@/features/models/rules/model-format';
import { modelText } from '@/features/models/text/model';
import { useResources } from '@/features/resources/queries/resources';
import { formatBytes } from '@/shared/format/format-bytes';
import { joinFacts } from '@/shared/join-facts';
import { modelSearch, paths } from '@/shared/paths';
import type { ResourceRow } from '@/shared/rows';
import { Banner } from '@/ui/banner';
import { Button, buttonClass, IconButton } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { Notice } from '@/ui/notice';
import { Skeleton } from '@/ui/skeleton';
import { Spinner } from '@/ui/spinner';
import { lessonResources } from '../text/lesson';
import { resourceKind } from './resource-kind';
import { useResourceFiles } from './use-resource-files';

interface ResourceProps {
  resource: ResourceRow;
  busy: boolean;
  kept: boolean;
  online: boolean;
  onDownload: () => void;
}

function Resource({ resource, busy, kept, online, onDownload }: ResourceProps) {
  const { title, file_name, file_size } = resource;
  const { Icon, words } = resourceKind(resource);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const explore = async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return; // The browser opens another tab.
    event.preventDefault();
    // Store the tab in the current history entry first, so that Back from the model opens the same tab.
    await navigate(pathname, { replace: true, state: { tab: 'resources' } });
    void navigate(modelSearch(resource.id));
  };
  return (
    <li className={`${cardClass} flex items-center gap-3 p-3 pl-4`}>
      <Icon size={24} aria-hidden="true" className="shrink-0 text-muted" />
      <div className="min-w-0 grow">
        <h2 className="text-base">{title}</h2>
        <p className="num text-muted text-sm">{joinFacts([words, file_size !== null && formatBytes(file_size)])}</p>
        <p className="truncate text-muted text-sm">{file_name}</p>
        {kept && (
          <p className="inline-flex items-center gap-1.5 text-sm">
            <CircleCheck size={16} aria-hidden="true" className="text-ok" />
            {lessonResources.kept}
          </p>
        )}
      </div>
      {modelFormat(file_name) && (
        <Link
          to={modelSearch(resource.id)}
          onClick={explore}
          aria-label={modelText.exploreOne(title)}
          className={buttonClass('quiet', 'max-md:px-3')}
        >
          <Box size={20} aria-hidden="true" className="max-md:hidden" />
          {modelText.explore}
        </Link>
      )}
      {busy ? (
        <span
          role="status"
          aria-label={lessonResources.downloading(title)}
          className="grid size-11 shrink-0 place-items-center"
        >
          <Spinner small />
        </span>
      ) : (
        <IconButton
          label={lessonResources.download(title)}
          disabled={!online && !kept}
          onClick={onDownload}
          className="disabled:opacity-55"
        >
          <Download size={22} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}

function Files({ resources }: { resources: ResourceRow[] }) {
  const online = useOnline();
  const { busy, kept, download } = useResourceFiles(resources);
  return (
    <div className="grid grid-cols-1 gap-3">
      {!online && <Banner kind="network">{lessonResources.offline}</Banner>}
      <ul className="grid grid-cols-1 gap-3">
        {resources.map((resource) => (
          <Resource
            key={resource.id}
            resource={resource}
            busy={busy.has(resource.id)}
            kept={kept.has(resource.id)}
            online={online}
            onDownload={() => void download(resource)}
          />
        ))}
      </ul>
      {resources.some(({ file_name }) => modelFormat(file_name)) && (
        <p className="text-muted text-sm">
          {modelText.ownFile}{' '}
          <Link to={paths.model} className="text-accent-ink">
            {modelText.ownFileLink}
          </Link>
        </p>
      )}
    </div>
  );
}

/** The additional files of a lesson: models, profiles, documents. */
export function LessonResources({ videoId }: { videoId: string }) {
  const [asked, setAsked] = useState(0);
  const resources = useResources(videoId, asked);
  const pending = useStillPending(resources.complete);
  if (resources.status === 'error')
    return (
      <Notice
        kind="error"
        title={lessonResources.failed}
        action={<Button onClick={() => setAsked(asked + 1)}>{lessonResources.tryAgain}</Button>}
      >
        {lessonResources.failedHint}
      </Notice>
    );
  if (resources.status === 'loading' || (resources.data === null && pending))
    return (
      <div role="status" aria-label={lessonResources.loading} className="grid grid-cols-1 gap-3">
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </div>
    );
  if (resources.data === null)
    return (
      <Notice kind="offline" title={lessonResources.notHere}>
        {lessonResources.notHereHint}
      </Notice>
    );
  if (resources.data.length === 0) return <Notice title={lessonResources.none}>{lessonResources.noneHint}</Notice>;
  return <Files resources={resources.data} />;
}
