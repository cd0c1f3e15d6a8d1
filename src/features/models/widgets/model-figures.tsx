import { Check, TriangleAlert } from 'lucide-react';
import { formatNumber } from '@/shared/format/format';
import { Button } from '@/ui/button';
import { Select } from '@/ui/select';
import { SkeletonText } from '@/ui/skeleton';
import { sizeOf } from '../rules/measure';
import type { ModelFormat } from '../rules/model-format';
import { type FileUnit, layersBetween, MATERIALS, type Material, massOf, type PrintSettings } from '../rules/printing';
import { figureText } from '../text/viewer';
import { FigureRow } from './figure-row';
import type { ModelState, OpenedModel } from './use-model';

interface FiguresProps {
  model: OpenedModel;
  measured: ModelState['measured'];
  settings: PrintSettings;
  onMaterial: (material: Material) => void;
  onInfill: (infill: number) => void;
}

const materials = Object.keys(MATERIALS) as Material[]; // The cast is safe because `MATERIALS` has no other keys.
const infills = [0, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1];

/** Shows dimensions, volume, mass, triangles and whether the mesh is closed as text. */
export function ModelFigures({ model, measured, settings, onMaterial, onInfill }: FiguresProps) {
  const { material, density, walls, infill } = settings;
  const figures = measured?.figures;
  const options = infills.includes(infill) ? infills : [...infills, infill].sort((a, b) => a - b);
  const volume = figures && Math.abs(figures.volume);
  return (
    <section aria-labelledby="model-figures" className="grid gap-3">
      <h2 id="model-figures" className="text-lg">
        {figureText.title}
      </h2>
      {figures && volume !== undefined ? (
        <>
          <dl className="grid gap-1.5">
            <FigureRow name={figureText.size}>{figureText.sizeOf(sizeOf(model.bounds))}</FigureRow>
            <FigureRow name={figureText.volume}>
              {figures.isClosed ? figureText.volumeOf(volume) : figureText.aboutVolume(volume)}
            </FigureRow>
            <FigureRow name={figureText.mass}>{figureText.massOf(massOf(figures, settings))}</FigureRow>
            <FigureRow name={figureText.triangles}>{formatNumber(figures.triangles)}</FigureRow>
            <FigureRow name={figureText.mesh}>
              <span className={`inline-flex items-center gap-1.5 ${figures.isClosed ? 'text-ok' : 'text-warn'}`}>
                {figures.isClosed ? (
                  <Check size={16} aria-hidden="true" />
                ) : (
                  <TriangleAlert size={16} aria-hidden="true" />
                )}
                {figures.isClosed ? figureText.closed : figureText.open}
              </span>
            </FigureRow>
          </dl>
          {!figures.isClosed && (
            <p className="text-sm">
              {[
                figures.openEdges && figureText.openEdges(figures.openEdges),
                figures.crowdedEdges && figureText.crowdedEdges(figures.crowdedEdges),
                figures.flippedEdges && figureText.flippedEdges(figures.flippedEdges),
              ]
                .filter(Boolean)
                .join(', ')}
              . {figureText.openHint}
            </p>
          )}
          {figures.isClosed && figures.volume < 0 && <p className="text-sm">{figureText.inverted}</p>}
          <p className="text-muted text-xs">{figureText.massFor(material, density, walls, infill)}</p>
          <div className="grid grid-cols-2 gap-3">
            <Select
              label={figureText.material}
              value={material}
              onChange={({ target }) => onMaterial(target.value as Material)} // The cast is safe because the options are the materials.
            >
              {materials.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
            <Select label={figureText.infill} value={infill} onChange={({ target }) => onInfill(Number(target.value))}>
              {options.map((share) => (
                <option key={share} value={share}>{`${Math.round(share * 100)} %`}</option>
              ))}
            </Select>
          </div>
        </>
      ) : (
        <SkeletonText lines={5} />
      )}
    </section>
  );
}

/** The symbol of overhangs as two rows of short lines, for readers who cannot see its colour. */
const OverhangSign = () => (
  <svg width="22" height="14" viewBox="0 0 22 14" aria-hidden="true" className="mt-1 shrink-0">
    <path d="M2 4h6m6 0h6M2 10h6m6 0h6" stroke="var(--info)" strokeWidth="4" strokeLinecap="round" />
  </svg>
);

/** Print problems: overhangs and thin walls. */
export function ModelHints({
  figures,
  layer,
}: {
  figures: NonNullable<ModelState['measured']>['figures'];
  layer: number;
}) {
  const { overhang, thinWall } = figures;
  return (
    <div className="grid gap-4 text-sm">
      {overhang ? (
        <div className="flex gap-3">
          <OverhangSign />
          <div>
            <h2 className="text-base text-info">{figureText.overhang}</h2>
            <p>
              {figureText.overhangIn(...layersBetween(overhang.from, overhang.to, layer), overhang.degrees)}{' '}
              {figureText.overhangShare(overhang.share)} {figureText.overhangRest}
            </p>
          </div>
        </div>
      ) : (
        <div className="flex gap-3">
          <Check size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-ok" />
          <div>
            <h2 className="text-base">{figureText.noOverhang}</h2>
            <p>{figureText.noOverhangHint}</p>
          </div>
        </div>
      )}
      {thinWall && (
        <div className="flex gap-3">
          <TriangleAlert size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-warn" />
          <div>
            <h2 className="text-base">{figureText.thin}</h2>
            <p>{figureText.thinAt(thinWall.thickness, thinWall.height)}</p>
          </div>
        </div>
      )}
    </div>
  );
}

interface UnitHintProps {
  format: ModelFormat;
  probable: FileUnit | null;
  used: FileUnit | null;
  longest: number;
  onUnit: (unit: FileUnit | null) => void;
}

/** Asks whether a file is in another unit than its format says: a part of 0.02 mm was probably written in metres. */
export function UnitHint({ format, probable, used, longest, onUnit }: UnitHintProps) {
  const unit = used ?? probable;
  if (!unit) return null;
  return (
    <div className="flex gap-3 text-sm">
      <TriangleAlert size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-warn" />
      <div className="grid justify-items-start gap-2">
        <p>
          {used ? (
            figureText.unitUsed[used]
          ) : (
            <>
              <strong>{figureText.unit[unit]}</strong> {figureText.unitHint(format, longest)}
            </>
          )}
        </p>
        <Button onClick={() => onUnit(used ? null : unit)}>
          {used ? figureText.readAsUsual(format) : figureText.readAs[unit]}
        </Button>
      </div>
    </div>
  );
}
