import { type NavigateOptions, useNavigate } from 'react-router-dom';
import { overlays } from '@/app/text/overlays';
import { useDoNotDisturb } from '@/device/do-not-disturb';
import { useAccount } from '@/device/session/session-store';
import { usePlan } from '@/device/session/use-plan';
import { pathOfPlan } from '@/shared/free-path';

/** Window event that offers the path of a launch or of a pressed notification over an open lesson: `detail` = {title, body, type, link}. */
export const OFFER_EVENT = 'offerPath';

/** @returns a function that gives the path of the screen that the plan allows; a visitor's path stays, because the plan is unknown before the sign-in */
export function usePlanPath(): (path: string) => string {
  const held = usePlan();
  const plan = useAccount() ? held : undefined;
  return (path) => (plan ? pathOfPlan(path, plan) : path);
}

/**
 * Opens a path that comes from outside the page (a launch, a pressed notification) with this page's router, on the screen that the plan allows.
 * Rule: never navigates away from a lesson or a quiz.
 * @returns a function that opens a path and returns true. During a lesson or a quiz it opens nothing and returns false. Wrap the function in
 * useEffectEvent before an effect calls it.
 */
export function useOpenPath(): (path: string, options?: NavigateOptions) => boolean {
  const navigate = useNavigate();
  const busy = useDoNotDisturb();
  const planPath = usePlanPath();
  return (path, options) => {
    if (busy) return false;
    void navigate(planPath(path), options);
    return true;
  };
}

/** Offers a path in a banner over the open lesson or quiz. */
export function offerPath(link: string, message: object = {}): void {
  const detail = { title: overlays.launched, body: '', type: 'info', ...message, link };
  window.dispatchEvent(new CustomEvent(OFFER_EVENT, { detail }));
}
