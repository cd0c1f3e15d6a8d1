import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';
import { useJournalDocs } from '@/device/live/use-journal';
import { useAccount, useSession } from '@/device/session/session-store';
import { usePlan } from '@/device/session/use-plan';
import { useStillPending } from '@/device/sync/use-initial-sync';
import type { Plan } from '@/shared/entitlements';
import type { Found } from './search-index';
import { openSearch, type SearchSession } from './search-session';

let open: { account: string; plan: Plan; session: SearchSession } | undefined;

/** The search session of an account and plan. It outlives the search box, so that its index is built only once. */
function searchOf(account: string, plan: Plan): SearchSession {
  if (open?.account !== account || open.plan !== plan) {
    open?.session.close();
    open = { account, plan, session: openSearch(account, plan) };
  }
  return open.session;
}

useSession.subscribe(({ identity }) => {
  if (!open || identity?.uid === open.account) return;
  open.session.close();
  open = undefined;
});

const silent = () => () => undefined;

export interface Search {
  /** The result; undefined while the search runs. */
  found: Found | undefined;
  /** True while rows are still arriving on this device, so that more results may follow. */
  pending: boolean;
}

/** Searches the rows on this device, also offline, and searches again after every change. */
export function useSearch(text: string): Search {
  const account = useAccount();
  const plan = usePlan();
  const session = account ? searchOf(account, plan) : undefined;
  const revision = useSyncExternalStore(session?.revision.subscribe ?? silent, () => session?.revision.getState() ?? 0);
  const pending = useStillPending();
  const docs = useJournalDocs('note');
  useEffect(() => {
    if (!docs) return;
    session?.setNotes(
      docs.flatMap(({ id, data }) => {
        const current = data.versions[0];
        if (!current || current.deleted) return [];
        return [{ id, video_id: data.video_id, text: current.text, position: current.position }];
      }),
    );
  }, [session, docs]);
  const [answer, setAnswer] = useState<{ text: string; session: SearchSession; found: Found }>();
  useEffect(() => {
    if (!session || revision === 0 || !text) return;
    let current = true;
    // Update in a transition, so that rendering up to eighty results does not delay the next key press.
    void session.search(text).then((found) => current && startTransition(() => setAnswer({ text, session, found })));
    return () => {
      current = false;
    };
  }, [session, revision, text]);
  return { found: answer?.text === text && answer.session === session ? answer.found : undefined, pending };
}
