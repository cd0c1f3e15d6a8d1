import { logFailure } from '../telemetry/log';
import { type Change, type Provider, Rejected, type RunningSubscription } from './provider';

/** Makes a change that nobody asked for. A subscription that the provider cannot change keeps no other one waiting; the billing clock tries again. */
export async function changeEach(provider: Provider, running: RunningSubscription[], change: Change): Promise<void> {
  for (const subscription of running)
    await provider.change(subscription, change).catch((error: unknown) => {
      if (!(error instanceof Rejected)) logFailure('subscription not changed', error, { action: change.action });
    });
}
