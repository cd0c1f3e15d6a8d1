import { useNavigate } from 'react-router-dom';
import { PUSH_BANNER_EVENT } from '@/config/persisted-names';
import { useAccount } from '@/data/session/session-store';
import { usePlan } from '@/data/session/use-plan';
import { pathOfPlan } from '@/domain/free-path';
import { overlays } from '@/text/overlays';
import { useDoNotDisturb } from '@/widgets/do-not-disturb';

/**
 * Opens a path that comes from outside the page with this page's router, on the screen that the plan allows. Such a path comes from a link or
 * shortcut that the system opened, or from a notification that the learner pressed.
 * Rule: never navigates away from a lesson or a quiz.
 * @returns a function that returns false if a lesson or a quiz is open, without opening the path; use it as an effect event
 */
export function useOpenPath(): (path: string) => boolean {
  const navigate = useNavigate();
  const busy = useDoNotDisturb();
  const held = usePlan();
  // A visitor's plan is unknown before the sign-in, so a visitor's path is opened unchanged.
  const plan = useAccount() ? held : undefined;
  return (path) => {
    if (busy) return false;
    void navigate(plan ? pathOfPlan(path, plan) : path);
    return true;
  };
}

/** Offers a path in a banner over the open lesson or quiz. */
export function offerPath(link: string, message: object = {}): void {
  const detail = { title: overlays.launched, body: '', type: 'info', ...message, link, pressed: true };
  window.dispatchEvent(new CustomEvent(PUSH_BANNER_EVENT, { detail }));
}
