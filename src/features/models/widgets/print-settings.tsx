import { TriangleAlert } from 'lucide-react';
import type { PrintSettings as Settings } from '../rules/printing';
import type { SlicerProfile } from '../rules/slicer-profile';
import { settingsText } from '../text/viewer';
import { FigureRow } from './figure-row';

interface PrintSettingsProps {
  profile: SlicerProfile | null;
  settings: Settings;
  /** True for the learner's own file, false for a lesson's file. */
  isOwnFile: boolean;
  /** Null until the model is measured. */
  hasOverhang: boolean | null;
}

/** The settings of the lesson's slicer profile, and a warning if they do not fit the model. */
export function PrintSettings({ profile, settings, isOwnFile, hasOverhang }: PrintSettingsProps) {
  const { layer, nozzle, walls, lineWidth } = settings;
  const source = profile
    ? settingsText.from(profile.settings.material, profile.settings.layer)
    : isOwnFile
      ? settingsText.usualOwn
      : settingsText.usual;
  const supports = profile?.hasSupports ?? null;
  return (
    <section aria-labelledby="print-settings" className="grid gap-3">
      <h2 id="print-settings" className="text-lg">
        {settingsText.title}
      </h2>
      <p className="text-muted text-xs">{source}</p>
      <dl className="grid gap-1.5">
        <FigureRow name={settingsText.nozzle}>{settingsText.nozzleOf(nozzle, layer)}</FigureRow>
        {profile?.temperature != null && (
          <FigureRow name={settingsText.temperature}>
            {settingsText.temperatureOf(profile.temperature, profile.bedTemperature)}
          </FigureRow>
        )}
        <FigureRow name={settingsText.walls}>{settingsText.wallsOf(walls, lineWidth)}</FigureRow>
        <FigureRow name={settingsText.infill}>
          {settingsText.infillOf((profile?.settings ?? settings).infill, profile?.pattern ?? null)}
        </FigureRow>
        {supports !== null && (
          <FigureRow name={settingsText.supports}>{supports ? settingsText.on : settingsText.off}</FigureRow>
        )}
      </dl>
      {supports === false && hasOverhang && (
        <p className="flex gap-3 text-sm">
          <TriangleAlert size={20} aria-hidden="true" className="shrink-0 text-warn" />
          {settingsText.conflict}
        </p>
      )}
      {supports === true && hasOverhang === false && <p className="text-sm">{settingsText.needless}</p>}
    </section>
  );
}
