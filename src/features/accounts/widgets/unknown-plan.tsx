import { useState } from 'react';
import { checkPlan } from '@/device/session/requests';
import { common } from '@/shared/text/common';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { unknownPlan as text } from '../text/unknown-plan';

function RetryButton() {
  const [busy, setBusy] = useState(false);
  const ask = () => {
    setBusy(true);
    void checkPlan().finally(() => setBusy(false));
  };
  return (
    <Button busy={busy} onClick={ask}>
      {common.retry}
    </Button>
  );
}

/** Shown in place of locks and offers while the account's plan is unknown. */
export const UnknownPlan = ({ headingLevel = 1 }: { headingLevel?: 1 | 2 | 3 }) => (
  <Notice kind="offline" headingLevel={headingLevel} title={text.title} action={<RetryButton />}>
    {text.text}
  </Notice>
);

/** Shown above the plans and their prices while the account's plan is unknown. */
export const UnknownPlanBanner = () => (
  <Banner kind="warning" title={text.title}>
    {text.pricing}
    <span className="mt-2 flex">
      <RetryButton />
    </span>
  </Banner>
);
