/** Reads a PrusaSlicer profile (`key = value` lines) for the card with print settings. Pure. Unknown keys are ignored. */
import { MATERIALS, type Material, type PrintSettings, USUAL_SETTINGS } from './printing';

export interface SlicerProfile {
  settings: PrintSettings;
  /** Degrees Celsius. */
  temperature: number | null;
  bedTemperature: number | null;
  pattern: string | null;
  /** Null when the profile does not say. */
  hasSupports: boolean | null;
}

const isMaterial = (name: string): name is Material => name in MATERIALS;

/** Parses a profile; null if the text sets neither layer height nor walls nor infill, because such a text is not a profile. */
export function parseSlicerProfile(text: string): SlicerProfile | null {
  const values = new Map<string, string>();
  for (const line of text.split(/\r?\n/).slice(0, 5_000)) {
    const match = /^\s*([a-z_0-9]+)\s*=\s*(.*?)\s*$/.exec(line);
    if (match?.[1] && match[2] !== undefined) values.set(match[1], match[2]);
  }
  if (!['layer_height', 'perimeters', 'fill_density'].some((key) => values.has(key))) return null;
  // For several extruders a value is a list; the first extruder prints the part.
  const first = (key: string) => values.get(key)?.split(/[,;]/)[0]?.trim() ?? '';
  const number = (key: string) => {
    const value = Number.parseFloat(first(key));
    return Number.isFinite(value) && value >= 0 ? value : null;
  };
  const material = first('filament_type').toUpperCase();
  const known = isMaterial(material) ? material : USUAL_SETTINGS.material;
  const layer = number('layer_height') || USUAL_SETTINGS.layer;
  const infill = number('fill_density');
  const solid = (number('top_solid_layers') ?? 5) + (number('bottom_solid_layers') ?? 4);
  const support = first('support_material');
  return {
    settings: {
      material: known,
      density: number('filament_density') || MATERIALS[known],
      layer: Math.max(layer, 0.02),
      nozzle: number('nozzle_diameter') || USUAL_SETTINGS.nozzle,
      lineWidth: number('perimeter_extrusion_width') || number('extrusion_width') || USUAL_SETTINGS.lineWidth,
      walls: number('perimeters') ?? USUAL_SETTINGS.walls,
      infill:
        infill === null
          ? USUAL_SETTINGS.infill
          : Math.min(1, infill > 1 || first('fill_density').endsWith('%') ? infill / 100 : infill),
      solidLayers: solid,
    },
    temperature: number('temperature'),
    bedTemperature: number('bed_temperature'),
    pattern: first('fill_pattern') || null,
    hasSupports: support === '' ? null : support !== '0' && support !== 'false',
  };
}
