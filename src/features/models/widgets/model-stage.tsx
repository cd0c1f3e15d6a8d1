import { useState } from 'react';
import { formatNumber } from '@/shared/format/format';
import { cardClass } from '@/ui/card';
import { SegmentedControl } from '@/ui/segmented-control';
import { layersOf } from '../rules/printing';
import { stageText } from '../text/viewer';
import { LayerSlider } from './layer-slider';
import { PartCanvas } from './part-canvas';
import { StaticDrawing } from './static-drawing';
import type { ModelState, OpenedModel } from './use-model';
import type { ViewName } from './views';

interface ModelStageProps {
  name: string;
  model: OpenedModel;
  measured: ModelState['measured'];
  cut: ModelState['cut'];
  layer: number;
  layerHeight: number;
  wire: boolean;
  ownMaterials: boolean;
  /** Why there is no 3D view: no WebGL, or a lost GPU context. */
  failure: StageFailure | null;
  onLayer: (layer: number) => void;
  onFailure: (failure: StageFailure) => void;
}

export type StageFailure = 'missing' | 'lost';

// The cast is safe because the keys are the view names.
const views = Object.entries(stageText.view).map(([value, label]) => ({ value: value as ViewName, label }));

/** Phones have room for three buttons; a drag shows the side view too. */
const phoneViews = views.filter(({ value }) => value !== 'side');

/** The part on the bed, with its layer slider and the preset views. */
export function ModelStage(props: ModelStageProps) {
  const { name, model, measured, cut, layer, layerHeight, failure, onLayer } = props;
  // Each choice is a new object, so that choosing the current view again resets the camera.
  const [view, setView] = useState<{ name: ViewName }>({ name: 'isometric' });
  const { min, max } = model.bounds;
  const partHeight = max[2] - min[2];
  const layers = layersOf(partHeight, layerHeight);
  const height = Math.min(partHeight, layer * layerHeight);
  const isWhole = layer >= layers;
  const size = cut && cut.layer === layer && !isWhole ? cut.size : null;
  return (
    <div className="grid gap-3">
      <div
        className={`${cardClass} relative h-[min(430px,65dvh)] min-h-80 bg-linear-to-b from-surface to-sunk md:h-[max(440px,calc(100dvh-15rem))] md:max-h-[760px]`}
      >
        {failure ? (
          <div className="absolute inset-4 right-20 grid content-center max-md:pt-20 md:inset-12 md:right-32">
            {measured && (
              <StaticDrawing
                bounds={model.bounds}
                sections={measured.sections}
                cut={height}
                label={stageText.drawing(name)}
                className="max-h-80 md:max-h-[420px]"
              />
            )}
            <p className="mt-4 text-center text-muted text-sm" role="status">
              <strong className="text-ink">{stageText[failure === 'lost' ? 'lostWebGl' : 'noWebGl']}.</strong>{' '}
              {stageText.noWebGlHint}
            </p>
          </div>
        ) : (
          <PartCanvas
            {...props}
            height={isWhole ? null : height}
            view={view}
            onHome={() => setView({ name: 'isometric' })}
            onFailure={(isLost) => props.onFailure(isLost ? 'lost' : 'missing')}
          />
        )}
        <div className="num pointer-events-none absolute top-3 left-4 md:top-4 md:left-5">
          <p aria-hidden="true">
            <span className="font-extrabold text-3xl md:text-[2.5rem]">{formatNumber(layer)}</span>
            <span className="text-muted md:text-lg"> / {formatNumber(layers)}</span>
          </p>
          <p className="text-muted text-sm">
            {stageText.height(height)}
            {size && <span className="max-md:hidden"> · {stageText.across(size)}</span>}
          </p>
        </div>
        <div className="absolute top-12 right-2 bottom-4 md:top-16 md:right-6 md:bottom-24">
          <LayerSlider
            layer={layer}
            layers={layers}
            words={stageText.layer(layer, layers, height)}
            onChange={onLayer}
          />
        </div>
        {!failure && (
          <SegmentedControl
            label={stageText.views}
            options={views}
            value={view.name}
            onChange={(next) => setView({ name: next })}
            className="absolute bottom-4 left-4 w-[27rem] max-md:hidden"
          />
        )}
      </div>
      {!failure && (
        <SegmentedControl
          label={stageText.views}
          options={phoneViews}
          value={view.name}
          onChange={(next) => setView({ name: next })}
          className="md:hidden"
        />
      )}
    </div>
  );
}
