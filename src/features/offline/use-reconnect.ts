import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { RECONNECT_REDIRECT_MS } from '@/config/limits';
import { paths } from '@/config/paths';

/** When the network returns, to /check after a second. Rule: not while a lesson plays; then after it is closed. */
export function useReconnect(online: boolean, playing: boolean): boolean {
  const wasOffline = useRef(!online);
  const navigate = useNavigate();
  if (!online) wasOffline.current = true;
  const leaving = online && wasOffline.current && !playing;
  useEffect(() => {
    if (!leaving) return;
    const timer = setTimeout(() => navigate(paths.check), RECONNECT_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [leaving, navigate]);
  return leaving;
}
