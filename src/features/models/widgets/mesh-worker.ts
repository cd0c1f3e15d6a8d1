/**
 * Reads and measures one model in a worker, so that a large file does not block the page.
 * Guarantees: the triangles are sent before they are measured; a broken file is reported with its exact reason.
 */
import { type AnalysedMesh, analyse } from '../rules/figures';
import { boundsOf } from '../rules/measure';
import { MeshError } from '../rules/mesh-error';
import { parseMesh } from '../rules/parse-mesh';
import type { PrintSettings } from '../rules/printing';
import { sectionAt } from '../rules/section';
import { ribbons, toolpathOf } from '../rules/toolpath';
import type { FromMeshWorker, ToMeshWorker } from './mesh-protocol';

/** Drawn width of a line as a share of its real width, so that neighbouring lines stay apart. */
const DRAWN_WIDTH = 0.62;

let positions = new Float32Array(0);
let mesh: AnalysedMesh | undefined;

const send = (message: FromMeshWorker, transfer: Transferable[] = []) => self.postMessage(message, { transfer });

async function open({
  file,
  fileName,
  unit,
  plate,
  lineWidth,
}: Extract<ToMeshWorker, { kind: 'open' }>): Promise<void> {
  const parsed = await parseMesh(file, fileName, { unit: unit ?? undefined, plate: plate ?? undefined });
  positions = parsed.positions;
  const copy = positions.slice();
  send({ kind: 'mesh', parsed: { ...parsed, positions: copy }, bounds: boundsOf(positions) }, [copy.buffer]);
  mesh = analyse(positions, lineWidth);
  send({ kind: 'figures', figures: mesh.figures, sections: mesh.sections });
}

function cut(layer: number, layers: number, settings: PrintSettings): void {
  if (!mesh) return;
  const bed = mesh.figures.bounds.min[2];
  // Cut in the middle of the layer, as a slicer does; the lines are drawn at the top of the layer.
  const section = sectionAt(positions, mesh.points, bed + (layer - 0.5) * settings.layer);
  const isSolid = layer <= settings.solidLayers / 2 || layer > layers - settings.solidLayers / 2;
  const { walls, infill } = toolpathOf(section.outlines, settings, isSolid);
  const z = bed + layer * settings.layer;
  const drawn = {
    walls: ribbons(walls, settings.lineWidth * DRAWN_WIDTH, z),
    infill: ribbons(infill, settings.lineWidth * DRAWN_WIDTH, z),
  };
  send({ kind: 'cut', cut: { layer, ...drawn, size: section.size } }, [drawn.walls.buffer, drawn.infill.buffer]);
}

async function answer(message: ToMeshWorker): Promise<void> {
  if (message.kind === 'ping') return send({ kind: 'pong' });
  if (message.kind === 'open') return open(message);
  cut(message.layer, message.layers, message.settings);
}

self.addEventListener('message', ({ data }: MessageEvent<ToMeshWorker>) => {
  answer(data).catch((error: unknown) => {
    if (error instanceof MeshError) send({ kind: 'defect', defect: error.defect });
    else send({ kind: 'failure', message: String(error) });
  });
});
