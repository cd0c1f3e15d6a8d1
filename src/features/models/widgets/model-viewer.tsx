import { Download } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button, IconButton } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { useMedia } from '@/ui/use-media';
import { sizeOf } from '../rules/measure';
import { modelFormat } from '../rules/model-format';
import {
  type FileUnit,
  layersOf,
  MATERIALS,
  probableUnit,
  type PrintSettings as Settings,
  USUAL_SETTINGS,
} from '../rules/printing';
import type { SlicerProfile } from '../rules/slicer-profile';
import { modelText } from '../text/model';
import { figureText } from '../text/viewer';
import { keepWorker } from './mesh-session';
import { ModelContents } from './model-contents';
import { ModelFigures, ModelHints, UnitHint } from './model-figures';
import { ModelProblem } from './model-problem';
import { ModelReading } from './model-reading';
import { ModelStage, type StageFailure } from './model-stage';
import { PrintSettings } from './print-settings';
import { useModel } from './use-model';

interface ModelViewerProps {
  title: string;
  fileName: string;
  /** Shown beside the file name, for example that the file is on the device. */
  note?: string | undefined;
  file: Blob;
  profile: SlicerProfile | null;
  isOwnFile: boolean;
  /** The bar above the title. */
  bar: ReactNode;
  onSave: () => void;
  saveBusy?: boolean;
}

/** Loads the code that the viewer needs only later, so that it is cached. */
export const cacheCode = () => Promise.all([keepWorker(), import('./glb-model')]);

/** A model in its lesson or on /model: the part, its figures and its print settings. */
export function ModelViewer({
  title,
  fileName,
  note,
  file,
  profile,
  isOwnFile,
  bar,
  onSave,
  saveBusy = false,
}: ModelViewerProps) {
  const [unit, setUnit] = useState<FileUnit | null>(null);
  const [plate, setPlate] = useState<number | null>(null);
  const [chosen, setChosen] = useState<Partial<Settings>>({});
  const [layer, setLayer] = useState<number | null>(null);
  const [wire, setWire] = useState(false);
  const [ownMaterials, setOwnMaterials] = useState(true);
  const [failure, setFailure] = useState<StageFailure | null>(null);
  const isWide = useMedia('(min-width: 67.5rem)'); // Tailwind's lg
  const settings: Settings = { ...(profile?.settings ?? USUAL_SETTINGS), ...chosen };
  const opened = useModel(file, fileName, { unit, plate, lineWidth: settings.lineWidth });
  const { model, measured, cut, session, state } = opened;
  const layers = model ? layersOf(model.bounds.max[2] - model.bounds.min[2], settings.layer) : 0;
  const shownLayer = Math.min(layer ?? layers, layers);
  const isMeasured = measured !== null;

  const key = JSON.stringify(settings);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` holds the settings, which are a new object each time
  useEffect(() => {
    if (isMeasured && shownLayer > 0 && shownLayer < layers) session?.cut(shownLayer, layers, settings);
  }, [session, isMeasured, shownLayer, layers, key]);

  const format = modelFormat(fileName);
  const hints = measured && (
    <div className="grid gap-4 empty:hidden">
      {format && model && (
        <UnitHint
          format={format}
          probable={probableUnit(model.bounds, format)}
          used={unit}
          longest={Math.max(...sizeOf(model.bounds))}
          onUnit={setUnit}
        />
      )}
      <ModelHints figures={measured.figures} layer={settings.layer} />
    </div>
  );
  const contents = model && (model.plates.length > 0 || model.left.length > 0) && (
    <ModelContents model={model} onPlate={setPlate} />
  );
  const figures = model && (
    <ModelFigures
      model={model}
      measured={measured}
      settings={settings}
      onMaterial={(material) => setChosen({ ...chosen, material, density: MATERIALS[material] })}
      onInfill={(infill) => setChosen({ ...chosen, infill })}
    />
  );
  const printing = (
    <PrintSettings
      profile={profile}
      settings={settings}
      isOwnFile={isOwnFile}
      hasOverhang={measured && measured.figures.overhang !== null}
    />
  );
  return (
    <div className="mx-auto grid min-h-dvh max-w-[1440px] has-[>aside]:grid-cols-[minmax(0,1fr)_340px]">
      <main id="main" tabIndex={-1} data-screen className="min-w-0 px-4 pb-8 md:px-6 lg:pl-8">
        {bar}
        <div className="mb-3.5 flex flex-wrap items-end gap-3">
          <div className="min-w-0 grow basis-36">
            <h1 className="text-2xl">{title}</h1>
            <p className="text-muted text-sm">
              <span className="break-all">{fileName}</span>
              {note && ` · ${note}`}
            </p>
          </div>
          {model?.own && !failure && (
            <Button aria-pressed={ownMaterials} onClick={() => setOwnMaterials(!ownMaterials)} className={pressed}>
              {modelText.materials}
            </Button>
          )}
          {model && !failure && !(model.own && ownMaterials) && (
            <Button aria-pressed={wire} onClick={() => setWire(!wire)} className={pressed}>
              {modelText.wire}
            </Button>
          )}
          {isWide ? (
            <Button kind="primary" busy={saveBusy} onClick={onSave}>
              <Download size={20} aria-hidden="true" />
              {modelText.save}
            </Button>
          ) : (
            <IconButton label={modelText.save} disabled={saveBusy} onClick={onSave}>
              <Download size={22} aria-hidden="true" />
            </IconButton>
          )}
        </div>
        {state === 'reading' && <ModelReading onCancel={opened.cancel} />}
        {model && state === 'open' && (
          <ModelStage
            name={title}
            model={model}
            measured={measured}
            cut={cut}
            layer={shownLayer}
            layerHeight={settings.layer}
            wire={wire}
            ownMaterials={ownMaterials}
            failure={failure}
            onLayer={setLayer}
            onFailure={setFailure}
          />
        )}
        {state !== 'reading' && state !== 'open' && (
          <ModelProblem
            state={state}
            defect={opened.defect}
            onRetry={opened.retry}
            onFirstPlate={plate === null ? undefined : () => setPlate(null)}
            onSave={onSave}
          />
        )}
        <p role="status" className="sr-only">
          {measured && model ? figureText.sizeOf(sizeOf(model.bounds)) : ''}
        </p>
        {!isWide && state === 'open' && (
          <div className="mt-4 grid gap-3">
            {contents && <div className={`${cardClass} p-5`}>{contents}</div>}
            {hints && <section className={`${cardClass} p-5`}>{hints}</section>}
            <div className={`${cardClass} p-5`}>{figures}</div>
            <div className={`${cardClass} p-5`}>{printing}</div>
          </div>
        )}
      </main>
      {isWide && (state === 'open' || state === 'reading') && (
        <aside aria-label={figureText.title} className="border-line border-l bg-surface px-5.5 py-6">
          <div className="sticky top-6 grid gap-5 [&>*+*]:border-line [&>*+*]:border-t [&>*+*]:pt-5">
            {state === 'open' && contents}
            {state === 'open' && figures}
            {state === 'open' && hints}
            {printing}
          </div>
        </aside>
      )}
    </div>
  );
}

/** Style of a pressed toggle. */
const pressed = 'aria-pressed:border-accent aria-pressed:shadow-[inset_0_-3px_0_var(--accent)]';
