import { Suspense } from 'react';
import type { AddressState } from '@/device/session/address-requests';
import { paths } from '@/shared/paths';
import { Card } from '@/ui/card';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { addressText as text } from '../text/address';

const AddressProof = lazyWithRetry(() => import('./address-proof').then((module) => module.AddressProof));

/** Card that asks an account without a plan to confirm its e-mail address. */
export function UnprovenAddress({ state }: { state: AddressState }) {
  return (
    <Suspense>
      <Card aria-labelledby="unproven-address" className="col-span-full grid gap-4 p-5 md:p-7">
        <div>
          <h2 id="unproven-address" className="text-xl">
            {text.title}
          </h2>
          <p className="mt-1 max-w-prose text-muted">{text.lead(state.email)}</p>
        </div>
        <AddressProof state={state} landing={paths.check} />
      </Card>
    </Suspense>
  );
}
