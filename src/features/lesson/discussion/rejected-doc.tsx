import { dismissRejected, retryRejected } from '@/device/sync/mutations';
import type { Rejection } from '@/features/comments/rules';
import { rejectionReason } from '@/features/sync/text/sync';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast';
import { rejectedText } from '../text/lesson';

/** Rejection codes which mean that the server lacks the feature. The document itself is valid on this device (specification 2 §8). */
const notSetUpCodes = new Set(['bad_document', 'unknown_kind']);

const report = (error: unknown) => {
  console.error('The rejected document could not be changed:', error);
  toast('error', rejectedText.failed);
};

/** Says why the server rejected a write and offers what can be done. `notSetUp`: the text if the server lacks the feature. */
export function Rejected({ rejection: { id, code, message }, notSetUp }: { rejection: Rejection; notSetUp?: string }) {
  return (
    <div role="alert" className="mt-2 rounded-control border border-danger bg-surface p-3">
      <p className="text-sm">
        <strong className="text-danger">{rejectedText.title}</strong>{' '}
        {notSetUp && notSetUpCodes.has(code) ? notSetUp : rejectionReason(code, message)}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={() => void retryRejected(id).catch(report)}>{rejectedText.retry}</Button>
        <Button kind="danger" onClick={() => void dismissRejected(id).catch(report)}>
          {rejectedText.dismiss}
        </Button>
      </div>
    </div>
  );
}
