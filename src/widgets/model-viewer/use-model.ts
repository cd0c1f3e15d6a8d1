import { useEffect, useState } from 'react';
import type { MeshFigures } from '@/domain/mesh/figures';
import { type Bounds, boundsOf } from '@/domain/mesh/measure';
import { type MeshDefect, MeshError } from '@/domain/mesh/mesh-error';
import type { FileUnit } from '@/domain/mesh/printing';
import type { GlbModel } from './glb-model';
import type { LayerCut, SectionsOfMesh } from './mesh-protocol';
import { MeshSession } from './mesh-session';

export interface OpenedModel {
  positions: Float32Array;
  bounds: Bounds;
  /** The model of a GLB file with its own materials. */
  own: GlbModel['model'] | null;
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

/** Reads a file in its own worker. The worker is terminated on unmount and when another file or unit is chosen. */
export function useModel(file: Blob, fileName: string, unit: FileUnit | null, lineWidth: number) {
  const [shown, setShown] = useState<ModelState>(reading);
  const [session, setSession] = useState<MeshSession | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` restarts the reading
  useEffect(() => {
    let isCurrent = true;
    const change = (part: Partial<ModelState>) => isCurrent && setShown((before) => ({ ...before, ...part }));
    const fail = (error: unknown) => {
      console.error('A model could not be read:', error);
      if (error instanceof MeshError) change({ state: 'defect', defect: error.defect });
      else change({ state: 'failed' });
    };
    const openGlb = async (bytes: ArrayBuffer) => {
      const { readGlb } = await import('./glb-model');
      const { model, positions } = await readGlb(bytes);
      if (!isCurrent) return;
      change({ state: 'open', model: { positions, bounds: boundsOf(positions), own: model } });
      next.measure(positions, lineWidth);
    };
    const next = new MeshSession((message) => {
      if (message.kind === 'mesh')
        change({ state: 'open', model: { positions: message.positions, bounds: message.bounds, own: null } });
      else if (message.kind === 'checked-glb') openGlb(message.bytes).catch(fail);
      else if (message.kind === 'figures')
        change({ measured: { figures: message.figures, sections: message.sections } });
      else if (message.kind === 'cut') change({ cut: message.cut });
      else if (message.kind === 'defect') change({ state: 'defect', defect: message.defect });
      else if (message.kind === 'failure') fail(message.message);
    });
    setShown(reading);
    setSession(next);
    next.open(file, fileName, unit, lineWidth);
    return () => {
      isCurrent = false;
      next.close();
    };
  }, [file, fileName, unit, lineWidth, attempt]);

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
