import { ArrowLeft } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { saveAsFile } from '@/device/save-as-file';
import { useStillPending } from '@/device/sync/use-initial-sync';
import { modelText } from '@/features/models/text/model';
import { LazyModelViewer, ModelFrame } from '@/features/models/widgets/lazy-model-viewer';
import { ModelReading } from '@/features/models/widgets/model-reading';
import { useResources } from '@/features/resources/queries/resources';
import { AppBarEnd } from '@/features/shell/widgets/app-bar';
import type { ResourceRow } from '@/shared/rows';
import { Button, backLinkClass } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { useTitle } from '@/ui/use-title';
import { useLessonModel } from './use-lesson-model';

/** A bar with a link to the lesson's resources. If the learner came from the resources, the link goes back in the history. */
function ModelBar() {
  const { pathname, key } = useLocation();
  const navigate = useNavigate();
  const goBack = (event: MouseEvent) => {
    if (key === 'default') return; // The model was opened directly, so follow the link.
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <header className="lesson-bar flex min-h-16 flex-wrap items-center gap-2">
      <Link to={pathname} replace state={resourcesTab} onClick={goBack} className={backLinkClass}>
        <ArrowLeft size={20} aria-hidden="true" />
        {modelText.back}
      </Link>
      <AppBarEnd />
    </header>
  );
}

/** History state that makes the lesson open with the resources tab. */
const resourcesTab = { tab: 'resources' };

/** A model of a lesson, shown instead of the lesson. */
export function LessonModel({ videoId, resourceId }: { videoId: string; resourceId: string }) {
  const resources = useResources(videoId, 0);
  const bar = <ModelBar />;
  const pending = useStillPending(resources.complete);
  if (resources.status === 'loading' || (resources.data === null && pending))
    return (
      <ModelFrame bar={bar} title={modelText.loading}>
        <ModelReading />
      </ModelFrame>
    );
  const list = resources.data ?? [];
  const resource = list.find(({ id }) => id === resourceId);
  if (!resource)
    return (
      <ModelFrame bar={bar} title={modelText.notFound}>
        <Notice shape="cube" title={modelText.notFound}>
          {modelText.notFoundHint}
        </Notice>
      </ModelFrame>
    );
  return <OpenedModel key={resource.id} resource={resource} resources={list} />;
}

function OpenedModel({ resource, resources }: { resource: ResourceRow; resources: readonly ResourceRow[] }) {
  const { state, file, profile, retry } = useLessonModel(resource, resources);
  useTitle(resource.title);
  const bar = <ModelBar />;
  if (state === 'ready' && file)
    return (
      <LazyModelViewer
        title={resource.title}
        fileName={resource.file_name}
        note={file.isKept ? modelText.onDevice : undefined}
        file={file.blob}
        profile={profile}
        isOwnFile={false}
        bar={bar}
        onSave={() => saveAsFile(resource.file_name, file.blob)}
      />
    );
  if (state === 'loading')
    return (
      <ModelFrame bar={bar} title={resource.title}>
        <ModelReading />
      </ModelFrame>
    );
  const isOffline = state === 'offline';
  return (
    <ModelFrame bar={bar} title={resource.title}>
      <Notice
        kind={isOffline ? 'offline' : 'error'}
        shape="cube"
        title={isOffline ? modelText.notKept : modelText.notLoaded}
        action={isOffline ? undefined : <Button onClick={retry}>{modelText.retry}</Button>}
        className="min-h-80 justify-center"
      >
        {isOffline ? modelText.notKeptHint : modelText.notLoadedHint}
      </Notice>
    </ModelFrame>
  );
}
