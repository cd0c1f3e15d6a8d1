import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { RECONNECT_REDIRECT_MS } from '@/shared/app-limits';
import { paths } from '@/shared/paths';

/**
 * Opens /check a second after the network returned.
 * Rule: wait while a lesson plays or a section is open.
 */
export function useReconnect(online: boolean, busy: boolean): boolean {
  const wasOffline = useRef(!online);
  const navigate = useNavigate();
  if (!online) wasOffline.current = true;
  const leaving = online && wasOffline.current && !busy;
  useEffect(() => {
    if (!leaving) return;
    const timer = setTimeout(() => navigate(paths.check), RECONNECT_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [leaving, navigate]);
  return leaving;
}
