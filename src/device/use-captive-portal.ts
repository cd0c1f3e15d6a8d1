import { useStore } from 'zustand';
import { captivePortal } from '@/shared/captive-portal';

/** True while responses come from a captive portal instead of the server. */
export const useCaptivePortal = (): boolean => useStore(captivePortal);
