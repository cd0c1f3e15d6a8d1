import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { overlays as text } from '@/app/text/overlays';
import { useDoNotDisturb } from '@/device/do-not-disturb';
import { currentIdentity } from '@/device/session/session-store';
import { usePlan } from '@/device/session/use-plan';
import { markRead } from '@/features/notifications/mutations';
import { useNotifications } from '@/features/notifications/queries/notifications';
import { claimAwards } from '@/features/notifications/requests';
import { newAwards } from '@/features/notifications/rules';
import { isSubscriber } from '@/shared/entitlements';
import { pathOfPlan } from '@/shared/free-path';
import { AWARDS_LOCK } from '@/shared/names';
import { paths } from '@/shared/paths';
import type { NotificationRow } from '@/shared/rows';
import { safePath } from '@/shared/safe-path';
import { toast } from '@/ui/toast';

/** Maximum number of toasts for awards that arrive together: the screen has no room for more. */
const AT_ONCE = 3;

function usePageVisible(): boolean {
  const [visible, setVisible] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const update = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);
  return visible;
}

/** True in only one tab of this browser at a time, because otherwise each visible window would announce the same award. */
function useAnnouncer(wanted: boolean): boolean {
  const [chosen, setChosen] = useState(false);
  useEffect(() => {
    if (!wanted) return;
    // An insecure origin has no Web Locks, so every tab announces.
    if (!navigator.locks) {
      setChosen(true);
      return () => setChosen(false);
    }
    const waiting = new AbortController();
    let end: (() => void) | undefined;
    navigator.locks
      .request(
        AWARDS_LOCK,
        { signal: waiting.signal },
        () =>
          new Promise<void>((done) => {
            end = done;
            setChosen(true);
          }),
      )
      .catch(() => undefined); // The cleanup below aborts a request that still waits for the lock.
    return () => {
      waiting.abort();
      end?.();
      setChosen(false);
    };
  }, [wanted]);
  return chosen && wanted;
}

/** Claims awards, so that only one device announces each. @returns the awards to announce here: all of them if the server does not answer */
async function claimed(awards: readonly NotificationRow[]): Promise<readonly NotificationRow[]> {
  if (!navigator.onLine) return awards;
  try {
    const own = await claimAwards(awards.map(({ id }) => id));
    return awards.filter(({ id }) => own.has(id));
  } catch {
    return awards;
  }
}

/**
 * Announces an achievement or certificate that the server has just awarded: on the visible page, outside lessons and quizzes.
 * Rule: every award is announced once: a single tab announces it and marks it as read on every device of the account.
 * The device claims the award on the server first. Limit: if two devices lose the network between the arrival of an award and its
 * announcement, both announce it.
 * If more than three awards arrive together, the first two have a toast each, and a third toast shows the number of the others.
 * Awards that arrive with a device's first sync are not announced.
 */
export function AwardToasts() {
  const live = useNotifications();
  const navigate = useNavigate();
  const plan = usePlan();
  const doNotDisturb = useDoNotDisturb();
  const visible = usePageVisible();
  const [before, setBefore] = useState<ReadonlySet<string>>();
  const rows = live.complete ? live.data : undefined;
  if (rows && !before) setBefore(new Set(rows.map(({ id }) => id)));
  const announces = useAnnouncer(visible && !doNotDisturb);
  const awards = announces && rows && before ? newAwards(rows, before) : [];
  const key = awards.map(({ id }) => id).join(' ');
  const announce = useEffectEvent(async () => {
    setBefore((known) => new Set([...(known ?? []), ...awards.map(({ id }) => id)]));
    const account = currentIdentity()?.uid;
    const won = await claimed(awards);
    // The account signed out while the server's answer was pending.
    if (currentIdentity()?.uid !== account) return;
    const actionTo = (path: string) => ({
      label: text.awardOpen,
      onClick: () => void navigate(pathOfPlan(path, plan)),
    });
    const alone = won.length > AT_ONCE ? won.slice(0, AT_ONCE - 1) : won;
    const others = won.slice(alone.length);
    for (const { id, title, message, link } of alone) {
      const path = safePath(link);
      toast('success', title, { id, description: message, ...(path && { action: actionTo(path) }) });
    }
    if (others[0])
      toast('success', text.moreAwards(others.length), {
        id: others[0].id,
        // The page of notifications is for subscribers.
        ...(isSubscriber(plan) && { action: actionTo(paths.notifications) }),
      });
    for (const { id } of won) markRead(id).catch((error: unknown) => console.error('The award stays unread:', error));
  });
  useEffect(() => {
    if (key) void announce();
  }, [key]);
  return null;
}
