import { currentDevice } from '@/lib/device';

/** An installed app without a network is led from the other screens back to the offline home (decision 11): there they are no way out. */
export const leadsBack = (online: boolean) => !online && ['installed', 'native'].includes(currentDevice());
