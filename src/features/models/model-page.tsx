import { Archive, ArrowLeft, FolderOpen } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { saveAsFile } from '@/device/save-as-file';
import { useSession } from '@/device/session/session-store';
import { paths } from '@/shared/paths';
import { Button, backLinkClass } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { PrintedObject } from '@/ui/printed-object';
import { useTitle } from '@/ui/use-title';
import { modelPage, modelText } from './text/model';
import { useOwnModel } from './use-own-model';
import { ArchivedModels, RejectedFile } from './widgets/archived-models';
import { LazyModelViewer, ModelFrame } from './widgets/lazy-model-viewer';

/** The last type is that of files without an ending. */
const ACCEPT =
  '.stl,.3mf,.obj,.ply,.glb,.zip,model/stl,model/3mf,model/obj,model/ply,model/gltf-binary,application/zip,application/octet-stream';

/** /model: shows a 3D model from the learner's own file, or from a ZIP file of models, which never leaves the device. */
export function ModelPage() {
  const { file, archive, rejected, isReading, open, choose: chooseInside, toArchive } = useOwnModel();
  const [isOver, setIsOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  useTitle((file ?? archive)?.name ?? modelPage.title);

  const choose = () => picker.current?.click();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    open(event.dataTransfer.files[0]);
  };
  const bar = (
    <header className="flex min-h-16 flex-wrap items-center justify-between gap-2">
      <BackLink />
      <div className="flex flex-wrap gap-2">
        {file && archive && (
          <Button onClick={toArchive}>
            <Archive size={20} aria-hidden="true" />
            {modelPage.toArchive}
          </Button>
        )}
        {(file || archive) && (
          <Button onClick={choose}>
            <FolderOpen size={20} aria-hidden="true" />
            {modelPage.another}
          </Button>
        )}
      </div>
    </header>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut for the button
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={(event) => event.currentTarget === event.target && setIsOver(false)}
      onDrop={drop}
    >
      <input
        ref={picker}
        type="file"
        accept={ACCEPT}
        hidden
        onChange={({ target }) => {
          open(target.files?.[0]);
          target.value = ''; // Clear the input, so that the same file can be chosen again.
        }}
      />
      {file ? (
        <LazyModelViewer
          key={`${file.name} ${file.lastModified} ${file.size}`}
          title={file.name.replace(/\.[^.]+$/, '')}
          fileName={file.name}
          note={archive ? modelPage.fromArchive(archive.name) : modelText.onDevice}
          file={file}
          profile={null}
          isOwnFile
          bar={bar}
          onSave={() => saveAsFile(file.name, file)}
        />
      ) : archive ? (
        <ModelFrame bar={bar} title={archive.name}>
          <ArchivedModels archive={archive} isReading={isReading} rejected={rejected} onChoose={chooseInside} />
        </ModelFrame>
      ) : (
        <ModelFrame bar={bar} title={modelPage.title}>
          <p className="mb-6 max-w-prose text-muted">{modelPage.intro}</p>
          <div
            className={classNames(
              'grid min-h-80 place-content-center justify-items-center gap-4 rounded-card border-2 border-dashed p-6 text-center',
              isOver ? 'border-accent bg-surface' : 'border-control',
            )}
          >
            <PrintedObject shape="cube" total={9} done={4} minLines={9} width={96} height={88} label="" />
            <Button kind="primary" busy={isReading} onClick={choose}>
              <FolderOpen size={20} aria-hidden="true" />
              {modelPage.choose}
            </Button>
            <p className="text-muted text-sm pointer-coarse:hidden">{isOver ? modelPage.dropNow : modelPage.drop}</p>
            <RejectedFile rejected={rejected} />
          </div>
        </ModelFrame>
      )}
    </div>
  );
}

/** Goes back in the history, or to the home screen if this page is its first entry. */
function BackLink() {
  const navigate = useNavigate();
  const identity = useSession((session) => session.identity);
  return (
    <Link
      to={identity ? paths.dashboard : paths.landing}
      onClick={(event) => {
        if (window.history.length < 2) return;
        event.preventDefault();
        void navigate(-1);
      }}
      className={backLinkClass}
    >
      <ArrowLeft size={20} aria-hidden="true" />
      {modelText.back}
    </Link>
  );
}
