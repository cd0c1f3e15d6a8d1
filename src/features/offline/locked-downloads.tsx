import { Lock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useIsPlanKnown } from '@/device/session/use-is-plan-known';
import { UnknownPlan } from '@/features/accounts/widgets/unknown-plan';
import { offlineText } from '@/features/downloads/text';
import { paths } from '@/shared/paths';
import { Banner } from '@/ui/banner';
import { buttonClass } from '@/ui/button';

/** Says that the downloads are stored but must not be played now (decision 14). */
export function LockedDownloads() {
  if (!useIsPlanKnown()) return <UnknownPlan headingLevel={3} />;
  return (
    <Banner kind="warning" title={offlineText.lockedTitle}>
      <p>{offlineText.lockedText}</p>
      <Link to={paths.pricing} className={buttonClass('quiet', 'mt-2')}>
        <Lock size={18} aria-hidden="true" />
        {offlineText.plans}
      </Link>
    </Banner>
  );
}
