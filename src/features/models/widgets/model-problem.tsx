import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import type { MeshDefect } from '../rules/mesh-error';
import { modelText } from '../text/model';
import { contentsText, defectSafe, defectText, defectTitle, failureHint, failureTitle } from '../text/viewer';

interface ModelProblemProps {
  state: 'defect' | 'failed' | 'cancelled';
  defect: MeshDefect | null;
  onRetry: () => void;
  /** Opens the plate that opens by itself; set while another one is chosen. */
  onFirstPlate: (() => void) | undefined;
  onSave: () => void;
}

/** Says why the model is not shown and what to do. The file can still be saved. */
export function ModelProblem({ state, defect, onRetry, onFirstPlate, onSave }: ModelProblemProps) {
  if (state === 'defect' && defect) {
    const { reason, help } = defectText(defect);
    return (
      <Notice
        kind="error"
        shape="cube"
        title={defectTitle}
        action={
          <>
            {onFirstPlate && <Button onClick={onFirstPlate}>{contentsText.firstPlate}</Button>}
            <Button onClick={onSave}>{modelText.save}</Button>
          </>
        }
        className="min-h-80 justify-center"
      >
        <p className="font-bold text-ink">{reason}</p>
        <p className="mt-2">
          {help} {defectSafe}
        </p>
      </Notice>
    );
  }
  return (
    <Notice
      kind={state === 'cancelled' ? 'empty' : 'error'}
      shape="cube"
      title={state === 'cancelled' ? modelText.cancelled : failureTitle}
      action={
        <>
          <Button onClick={onRetry}>{modelText.retry}</Button>
          <Button onClick={onSave}>{modelText.save}</Button>
        </>
      }
      className="min-h-80 justify-center"
    >
      {state === 'cancelled' ? modelText.cancelledHint : failureHint}
    </Notice>
  );
}
