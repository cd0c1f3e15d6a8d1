import { Suspense } from 'react';
import { paths } from '@/config/paths';
import { useAccount } from '@/data/session/session-store';
import { lazyWithRetry } from '@/lib/lazy-with-retry';
import { addressText as text } from '@/text/address';
import { Card } from '@/ui/card';
import { useAddress } from './use-address';

const AddressProof = lazyWithRetry(() => import('./address-proof').then((module) => module.AddressProof));

/** Says that a plan was bought for the account's address and waits for its proof. Shows nothing when no plan waits. */
export function WaitingPlan() {
  const uid = useAccount();
  const { state, ask } = useAddress(uid !== undefined);
  if (!uid || !state?.plan_waits || state.proven) return null;
  return (
    <Suspense>
      <Card aria-labelledby="waiting-plan" className="col-span-full grid gap-4 p-5 md:p-7">
        <div>
          <h2 id="waiting-plan" className="text-xl">
            {text.title}
          </h2>
          <p className="mt-1 max-w-prose text-muted">{text.lead(state.email)}</p>
        </div>
        <AddressProof uid={uid} state={state} ask={ask} landing={paths.check} />
      </Card>
    </Suspense>
  );
}
