import { useSyncExternalStore } from 'react';
import { captivePortal } from './captive-portal';

/** True while responses come from a captive portal instead of the server. */
export const useCaptivePortal = () => useSyncExternalStore(captivePortal.subscribe, captivePortal.get, () => false);
