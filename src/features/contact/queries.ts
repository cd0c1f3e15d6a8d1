import { useEffect, useState } from 'react';
import type { StoredForm } from './mutations';

/** True once the server has confirmed the form; until then the form exists on this device only. */
export function useFormSent(form: StoredForm | undefined): boolean {
  const [sent, setSent] = useState<string>();
  const { account, id } = form ?? {};
  useEffect(() => {
    if (!account || !id) return;
    let end = () => {};
    let current = true;
    import('@sync')
      .then(({ ownDocs }) => {
        if (!current) return;
        const reading = ownDocs(account, 'form').subscribe((docs) => {
          if (docs.some((doc) => doc.id === id && !doc.pending)) setSent(id);
        });
        end = () => reading.unsubscribe();
      })
      .catch((error: unknown) => console.error('The state of the form could not be read:', error));
    return () => {
      current = false;
      end();
    };
  }, [account, id]);
  return id !== undefined && sent === id;
}
