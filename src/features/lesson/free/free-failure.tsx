import { Link } from 'react-router-dom';
import type { FreeLesson } from '@/features/lessons/queries/use-free-lesson';
import { UnavailableNotice } from '@/features/sync/widgets/unavailable-notice';
import { paths } from '@/shared/paths';
import { common } from '@/shared/text/common';
import { Button, buttonClass } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { Notice } from '@/ui/notice';
import { freeText as text } from '../text/free';
import { FreePanels } from './free-panels';

type Failure = Exclude<FreeLesson, { state: 'loading' | 'ready' }>;

const words: Record<Failure['state'], { title: string; hint: string }> = {
  failed: { title: text.failed, hint: text.failedHint },
  missing: { title: text.missing, hint: text.missingHint },
  closed: { title: text.closed, hint: text.closedHint },
  waiting: { title: text.waiting, hint: text.waitingHint },
};

/** Says why the lesson cannot be played, with a link back. */
export function FreeFailure({ found }: { found: Failure }) {
  const { state } = found;
  const back = (
    <Link to={paths.dashboardFree} className={buttonClass()}>
      {text.back}
    </Link>
  );
  if (found.state === 'waiting') {
    return (
      <div className="px-4 md:px-0">
        <UnavailableNotice
          initialSync={found.initialSync}
          title={words.waiting.title}
          hint={words.waiting.hint}
          back={back}
        />
      </div>
    );
  }
  const actions = (
    <>
      {back}
      {state === 'failed' && (
        <Button kind="primary" onClick={() => location.reload()}>
          {common.reload}
        </Button>
      )}
    </>
  );
  return (
    <div
      className={classNames(
        'grid items-start gap-6 px-4 md:px-0',
        state === 'closed' && 'lg:grid-cols-[minmax(0,1fr)_320px]',
      )}
    >
      <Notice headingLevel={state === 'closed' ? 2 : 1} kind="error" title={words[state].title} action={actions}>
        {words[state].hint}
      </Notice>
      {state === 'closed' && <FreePanels whole={false} />}
    </div>
  );
}
