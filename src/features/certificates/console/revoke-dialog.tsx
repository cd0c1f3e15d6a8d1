import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { IssuedCertificate } from '@/features/console-kit/requests/answers';
import { ConfirmDialog } from '@/features/console-kit/widgets/confirm-dialog';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { useDraftFields } from '@/features/console-kit/widgets/use-draft-fields';
import { isBlank } from '@/shared/is-blank';
import { focusInvalid } from '@/ui/focus-invalid';
import { TextArea } from '@/ui/text-area';
import { revokeCertificate } from './requests';
import { adminCertificatesText as text } from './text';

/** Longest reason (characters). The SQL function revoke_certificate has the same limit. */
const REASON_MAX = 500;

/** Revokes an issued certificate with a reason. */
export function RevokeDialog({ row, onClose }: { row: IssuedCertificate; onClose: () => void }) {
  const { fields, set, clear } = useDraftFields(`revoke:${row.serial}`, { reason: '' });
  const [error, setError] = useState<string>();
  const body = useRef<HTMLDivElement>(null);
  const revoke = async () => {
    if (isBlank(fields.reason)) {
      flushSync(() => setError(text.reasonNeeded));
      return focusInvalid(body.current);
    }
    if (fields.reason.length > REASON_MAX) return focusInvalid(body.current);
    try {
      await revokeCertificate(row.serial, fields.reason.trim());
      consoleToast.success(text.revokedDone);
      clear();
      onClose();
    } catch {
      consoleToast.error(text.revokeFailed);
    }
  };
  return (
    <ConfirmDialog open onClose={onClose} title={text.revokeTitle} confirmLabel={text.revoke} danger onConfirm={revoke}>
      <div ref={body}>
        <p className="mb-3">{text.revokeText(row.name, row.title)}</p>
        <TextArea
          label={text.reason}
          value={fields.reason}
          error={error}
          limit={REASON_MAX}
          required
          onChange={({ target }) => {
            set({ reason: target.value });
            setError(undefined);
          }}
        />
      </div>
    </ConfirmDialog>
  );
}
