import { useState } from 'react';
import { checkPlan } from '@/device/session/requests';
import { common } from '@/shared/text/common';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { unknownPlan as text } from '../text/unknown-plan';

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
