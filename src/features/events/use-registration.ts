import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { signOut } from '@/device/session/requests';
import { useSession } from '@/device/session/session-store';
import { useSyncStatus } from '@/device/sync/use-sync-status';
import { useOnline } from '@/device/use-online';
import { paths } from '@/shared/paths';
import { toast } from '@/ui/toast';
import { setRegistration } from './mutations';
import type { EventState } from './rules/event-list';
import { isFull } from './rules/upcoming-events';
import { registrationToasts as text } from './text/events';

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Registers for an event or unregisters, and shows a toast. If the server rejects the change later, the screen open at that time shows a toast. */
export function useRegistration() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const signedIn = useSession((session) => session.identity !== null);
  const ended = useSyncStatus().phase === 'signed-out';
  const online = useOnline();
  const [busy, setBusy] = useState<string>();

  const change = async (event: EventState, registered: boolean) => {
    if (!signedIn || ended) {
      toast('warning', text.signInTitle, { description: text.signInText });
      // Sign out before opening /login, because /login redirects an account that is still signed in on this device.
      const serverAnswer = ended && signOut();
      await navigate(paths.login, { state: { from: pathname + search } });
      await serverAnswer;
      return;
    }
    if (registered && isFull(event)) {
      toast('warning', text.fullTitle, { description: text.fullText });
      return;
    }
    setBusy(event.id);
    try {
      await setRegistration(event.id, registered);
      const title = registered ? text.registered(event.title) : text.unregistered(event.title);
      toast('success', title, online ? {} : { description: text.offline });
    } catch (error) {
      const failed = registered ? text.registerFailed : text.unregisterFailed;
      toast('error', text.errorTitle, { description: failed(messageOf(error)) });
    } finally {
      setBusy(undefined);
    }
  };
  return { busy, change };
}
