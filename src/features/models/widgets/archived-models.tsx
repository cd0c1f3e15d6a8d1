import { Box } from 'lucide-react';
import { formatBytes } from '@/shared/format/format-bytes';
import { cardClass } from '@/ui/card';
import type { ArchivedModel, ModelArchive } from '../rules/own-file';
import { modelPage } from '../text/model';
import type { RejectedFile as Rejected } from '../use-own-model';

/** Says what a file is that the viewer does not show, and what to do. */
export const RejectedFile = ({ rejected }: { rejected: Rejected | null }) => (
  <p role="alert" className="wrap-anywhere max-w-prose font-bold text-danger empty:hidden">
    {rejected && modelPage.rejected[rejected.reason](rejected.name)}
  </p>
);

interface ArchivedModelsProps {
  archive: ModelArchive;
  isReading: boolean;
  rejected: Rejected | null;
  onChoose: (model: ArchivedModel) => void;
}

/** The models of a ZIP file, from which the learner chooses one. */
export function ArchivedModels({ archive, isReading, rejected, onChoose }: ArchivedModelsProps) {
  return (
    <div className="grid max-w-3xl gap-4">
      <p role="status" className="text-muted">
        {modelPage.archive(archive.models.length, archive.others)}
      </p>
      <RejectedFile rejected={rejected} />
      <ul className={`${cardClass} overflow-hidden`}>
        {archive.models.map((model) => (
          <li key={model.name} className="border-line border-t first:border-t-0">
            <button
              type="button"
              disabled={isReading}
              onClick={() => onChoose(model)}
              className="-outline-offset-3 flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left hover:bg-sunk"
            >
              <Box size={20} aria-hidden="true" className="shrink-0 text-muted" />
              <span className="wrap-anywhere min-w-0 grow font-semibold">{model.name}</span>
              <span className="num shrink-0 text-muted text-sm">{formatBytes(model.size)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
