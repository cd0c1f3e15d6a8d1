import { useEffect, useState } from 'react';
import type { Object3D } from 'three';
import type { MeshFigures } from '../rules/figures';
import type { Bounds } from '../rules/measure';
import type { MeshDefect } from '../rules/mesh-error';
import { modelFormat } from '../rules/model-format';
import type { ParsedMesh } from '../rules/parsed-mesh';
import { type FileUnit, factorOf } from '../rules/printing';
import type { LayerCut, SectionsOfMesh } from './mesh-protocol';
import { MeshSession } from './mesh-session';

export interface OpenedModel extends ParsedMesh {
  bounds: Bounds;
  /** The model of a GLB file with its own materials. */
  own: Object3D | null;
}

export interface MeasuredModel {
  figures: MeshFigures;
  sections: SectionsOfMesh;
}

export interface ModelState {
  state: 'reading' | 'open' | 'defect' | 'failed' | 'cancelled';
  defect: MeshDefect | null;
  model: OpenedModel | null;
  measured: MeasuredModel | null;
  cut: LayerCut | null;
}

const reading: ModelState = { state: 'reading', defect: null, model: null, measured: null, cut: null };

/** The model with its own materials; null for a file that has none, or whose materials cannot be read. */
async function ownModel(file: Blob, fileName: string, unit: FileUnit | null): Promise<Object3D | null> {
  if (modelFormat(fileName) !== 'glb') return null;
  try {
    const { readGlb } = await import('./glb-model');
    return await readGlb(await file.arrayBuffer(), unit ? factorOf('glb', unit) : 1);
  } catch (error) {
    console.warn('The materials of a model could not be read:', error);
    return null;
  }
}

interface Wish {
  unit: FileUnit | null;
  /** Number of the plate; null for the first one. */
  plate: number | null;
  lineWidth: number;
}

/** Reads a file in its own worker. The worker is terminated on unmount and when another file, unit or plate is chosen. */
export function useModel(file: Blob, fileName: string, { unit, plate, lineWidth }: Wish) {
  const [shown, setShown] = useState<ModelState>(reading);
  const [session, setSession] = useState<MeshSession | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` restarts the reading
  useEffect(() => {
    let isCurrent = true;
    const change = (part: Partial<ModelState>) => isCurrent && setShown((before) => ({ ...before, ...part }));
    const next = new MeshSession((message) => {
      if (message.kind === 'mesh') {
        const { parsed, bounds } = message;
        void ownModel(file, fileName, unit).then((own) => change({ state: 'open', model: { ...parsed, bounds, own } }));
      } else if (message.kind === 'figures')
        change({ measured: { figures: message.figures, sections: message.sections } });
      else if (message.kind === 'cut') change({ cut: message.cut });
      else if (message.kind === 'defect') change({ state: 'defect', defect: message.defect });
      else if (message.kind === 'failure') {
        console.error('A model could not be read:', message.message);
        change({ state: 'failed' });
      }
    });
    setShown(reading);
    setSession(next);
    next.open({ file, fileName, unit, plate, lineWidth });
    return () => {
      isCurrent = false;
      next.close();
    };
  }, [file, fileName, unit, plate, lineWidth, attempt]);

  return {
    ...shown,
    session,
    cancel: () => {
      session?.close();
      setShown({ ...reading, state: 'cancelled' });
    },
    retry: () => setAttempt((before) => before + 1),
  };
}
