import { currentDevice } from '@/lib/device';

/** True when other screens would redirect back here: an installed app without a network always opens the offline home (decision 11). */
export const leadsBack = (online: boolean) => !online && ['installed', 'native'].includes(currentDevice());
