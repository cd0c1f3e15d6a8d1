import { registrationToasts as text } from '@/features/events/text/events';
import { describe, rejectionReason } from '@/features/sync/text/sync';
import type { JournalDoc } from '@/shared/journal';

interface RejectionText {
  kind: 'warning' | 'error';
  title: string;
  description: string;
}

interface Rejection {
  code: string;
  message: string;
  doc: JournalDoc;
}

/** The toast for a write that the server rejected; event registrations have the texts of specification 2 §8. */
export function rejectionText({ code, message, doc }: Rejection): RejectionText {
  const reason = rejectionReason(code, message);
  if (doc.kind !== 'registration') return { kind: 'error', title: describe(doc), description: reason };
  if (code === 'event_full') return { kind: 'warning', title: text.fullTitle, description: text.fullText };
  if (code !== 'event_closed') return { kind: 'error', title: text.errorTitle, description: text.unexpected(reason) };
  const isRegistration = (doc as JournalDoc<'registration'>).data.registered; // The cast is safe because `doc.kind` is checked above.
  const failed = isRegistration ? text.registerFailed : text.unregisterFailed;
  return { kind: 'error', title: text.errorTitle, description: failed(reason) };
}
