import { useEffect, useRef } from 'react';
import { rejectionText } from '@/app/text/rejections';
import { useRejectedDocs } from '@/device/sync/queries';
import { toast } from '@/ui/toast';

/** Maximum number of toasts for rejections that arrive together; the sync chip counts and lists all of them. */
const AT_ONCE = 3;

/** Tells the learner, on any screen, that the server has rejected a write. Earlier rejections show only in the sync chip. */
export function RejectionToasts() {
  const rejected = useRejectedDocs();
  const known = useRef<ReadonlySet<string>>(null);
  useEffect(() => {
    if (!rejected) return;
    // The key does not use `rejected_at`: the page and the service worker may both send the document, and each stores its own time.
    const keyOf = ({ id, doc }: (typeof rejected)[number]) => `${id} ${doc.at}`;
    const before = known.current;
    known.current = new Set(rejected.map(keyOf));
    if (!before) return;
    for (const entry of rejected.filter((one) => !before.has(keyOf(one))).slice(0, AT_ONCE)) {
      const { kind, title, description } = rejectionText(entry);
      toast(kind, title, { description });
    }
  }, [rejected]);
  return null;
}
