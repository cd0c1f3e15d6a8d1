import { currentDevice } from '@/lib/device';

/** True when other screens would redirect to the offline home: an installed app without a network always opens it (decision 11). */
export const leadsBack = (online: boolean) => !online && ['installed', 'native'].includes(currentDevice());
