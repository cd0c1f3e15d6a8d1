import { Download, File } from 'lucide-react';
import { useState } from 'react';
import { fetchResource } from '@/data/lessons/requests';
import type { ResourceRow } from '@/domain/rows';
import { formatBytes } from '@/lib/format-bytes';
import { useOnline } from '@/lib/use-online';
import { lessonResources } from '@/text/video';
import { Banner } from '@/ui/banner';
import { IconButton } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { Notice } from '@/ui/notice';
import { Spinner } from '@/ui/spinner';
import { toast } from '@/ui/toast';

function saveAs(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

async function download(resource: ResourceRow): Promise<void> {
  let url: string | undefined;
  try {
    const file = await fetchResource(resource);
    url = file.url;
    saveAs(await file.blob, resource.file_name);
    toast('success', lessonResources.done(resource.title), { duration: 3_000 });
  } catch (error) {
    console.error('A resource could not be downloaded:', error);
    toast('error', lessonResources.failed(resource.title), { duration: 5_000 });
    if (url && window.open(url, '_blank', 'noopener')) toast('info', lessonResources.fallback);
  }
}

/** What belongs to a lesson beside the film: models, profiles, documents. */
export function LessonResources({ resources }: { resources: ResourceRow[] }) {
  const online = useOnline();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  if (resources.length === 0) return <Notice title={lessonResources.none}>{lessonResources.noneHint}</Notice>;
  const start = async (resource: ResourceRow) => {
    setBusy((before) => new Set(before).add(resource.id));
    await download(resource);
    setBusy((before) => new Set([...before].filter((id) => id !== resource.id)));
  };
  return (
    <div className="grid gap-3">
      {!online && <Banner kind="network">{lessonResources.offline}</Banner>}
      <ul className="grid gap-3">
        {resources.map((resource) => (
          <li key={resource.id} className={`${cardClass} flex items-center gap-3 p-3 pl-4`}>
            <File size={22} aria-hidden="true" className="shrink-0 text-muted" />
            <div className="min-w-0 grow">
              <h2 className="truncate text-base">{resource.title}</h2>
              <p className="num truncate text-muted text-sm">
                {[resource.file_name, resource.file_size !== null && formatBytes(resource.file_size)].filter(Boolean).join(' · ')}
              </p>
            </div>
            {busy.has(resource.id) ? (
              <span className="grid size-11 place-items-center">
                <Spinner small />
              </span>
            ) : (
              <IconButton label={lessonResources.download(resource.title)} disabled={!online} onClick={() => void start(resource)}>
                <Download size={20} aria-hidden="true" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
