import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { IssuedCertificate } from '@/data/admin/answers';
import { revokeCertificate } from '@/data/admin/certificates';
import { focusInvalid } from '@/lib/focus-invalid';
import { isBlank } from '@/lib/is-blank';
import { adminCertificatesText as text } from '@/text/admin/certificates';
import { TextArea } from '@/ui/text-area';
import { ConfirmDialog } from '@/widgets/admin/confirm-dialog';
import { consoleToast } from '@/widgets/admin/console-toast';
import { useDraftFields } from '@/widgets/admin/use-draft-fields';

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
