import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useConsoleMutation, useConsoleQuery } from '@/features/console-kit/queries';
import type { ReportedComment } from '@/features/console-kit/requests/answers';
import { ConfirmDialog } from '@/features/console-kit/widgets/confirm-dialog';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { Pager } from '@/features/console-kit/widgets/pager';
import { RemoteStates } from '@/features/console-kit/widgets/remote-states';
import { sofiaMoment } from '@/features/console-kit/widgets/sofia-format';
import { useConsoleAddress } from '@/features/console-kit/widgets/use-console-address';
import { offerUndo } from '@/features/console-kit/widgets/use-trash';
import { counted } from '@/shared/format/format';
import { videoHref } from '@/shared/paths';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';
import { Notice } from '@/ui/notice';
import { decideReport, type ReportDecision, reportedComments } from './requests/users';
import { usersText as text } from './text';

/** Comments that learners reported. The administrator keeps or removes a comment, or blocks its author. */
export function ModerationTab() {
  const { set, page } = useConsoleAddress();
  const reports = useConsoleQuery(['reports', page], () => reportedComments(page), { tables: ['comment_reports'] });
  const [blocking, setBlocking] = useState<ReportedComment>();
  const decide = useConsoleMutation(
    ({ id, decision }: { id: string; decision: ReportDecision }) => decideReport(id, decision),
    {
      onSuccess: (_, { id, decision }) => {
        if (decision === 'remove') offerUndo('video_comments', id, text.decided.remove);
        else consoleToast.success(text.decided[decision]);
        setBlocking(undefined);
      },
      onError: () => consoleToast.error(text.decideFailed),
    },
  );
  const busy = decide.isPending ? decide.variables.id : undefined;
  return (
    <>
      <RemoteStates remote={reports} failed={text.moderationFailed}>
        {({ rows, total, size }) =>
          rows.length === 0 ? (
            <Notice title={text.moderationEmpty} />
          ) : (
            <>
              <ul aria-label={text.moderationLabel} className="grid gap-3">
                {rows.map((row) => (
                  <li key={row.comment_id}>
                    <Card className="p-4">
                      <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
                        <strong>{row.author_name || row.author_email}</strong>
                        <Link to={videoHref(row.video_id, row.course_id ?? undefined)} className="max-md:py-3">
                          {text.inLesson(row.video_title)}
                        </Link>
                        <span className="text-muted">{sofiaMoment(row.created_at)}</span>
                        <span className="font-semibold text-danger">{counted(row.reports, ...text.reports)}</span>
                      </p>
                      <blockquote className="wrap-anywhere my-2 whitespace-pre-line border-line border-l-3 pl-3">
                        {row.content}
                      </blockquote>
                      {row.reasons.length > 0 && (
                        <p className="text-muted text-sm">
                          {text.reasons}: {row.reasons.join('; ')}
                        </p>
                      )}
                      <div className="mt-2 flex flex-wrap gap-2">
                        <Button
                          busy={busy === row.comment_id}
                          onClick={() => decide.mutate({ id: row.comment_id, decision: 'keep' })}
                        >
                          {text.keep}
                        </Button>
                        <Button
                          kind="danger"
                          disabled={busy === row.comment_id}
                          onClick={() => decide.mutate({ id: row.comment_id, decision: 'remove' })}
                        >
                          {text.removeComment}
                        </Button>
                        {!row.author_blocked && (
                          <Button kind="danger" disabled={busy === row.comment_id} onClick={() => setBlocking(row)}>
                            {text.block}
                          </Button>
                        )}
                      </div>
                    </Card>
                  </li>
                ))}
              </ul>
              <Pager page={page} size={size} total={total} onPage={(next) => set({ page: next }, 'push')} />
            </>
          )
        }
      </RemoteStates>
      <ConfirmDialog
        open={blocking !== undefined}
        onClose={() => setBlocking(undefined)}
        title={text.blockTitle}
        confirmLabel={text.block}
        danger
        onConfirm={async () => {
          if (blocking) await decide.mutateAsync({ id: blocking.comment_id, decision: 'block' }).catch(() => undefined);
        }}
      >
        <p>{text.blockText(blocking?.author_name || blocking?.author_email || '')}</p>
      </ConfirmDialog>
    </>
  );
}
