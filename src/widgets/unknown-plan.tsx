import { useState } from 'react';
import { checkPlan } from '@/data/session/requests';
import { common } from '@/text/common';
import { unknownPlan as text } from '@/text/unknown-plan';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';

/** Shown in place of locks and offers while the account's plan is unknown. */
export function UnknownPlan() {
  const [busy, setBusy] = useState(false);
  const ask = () => {
    setBusy(true);
    void checkPlan().finally(() => setBusy(false));
  };
  return (
    <Notice
      kind="offline"
      headingLevel={1}
      title={text.title}
      action={
        <Button busy={busy} onClick={ask}>
          {common.retry}
        </Button>
      }
    >
      {text.text}
    </Notice>
  );
}
