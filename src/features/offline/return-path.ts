import { currentDevice } from '@/shared/device';

/** True when other screens would redirect to the offline home: without a network, an installed app always opens the offline home (decision 11). */
export const leadsBack = (online: boolean) => !online && ['installed', 'native'].includes(currentDevice());
