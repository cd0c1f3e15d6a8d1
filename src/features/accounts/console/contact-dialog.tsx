import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useConsoleMutation, useConsoleQuery } from '@/features/console-kit/queries';
import type { ContactRequest } from '@/features/console-kit/requests/answers';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { SideDialog } from '@/features/console-kit/widgets/side-dialog';
import { sofiaMoment } from '@/features/console-kit/widgets/sofia-format';
import { TrashDialog } from '@/features/console-kit/widgets/trash-dialog';
import { useDraftFields } from '@/features/console-kit/widgets/use-draft-fields';
import { isBlank } from '@/shared/is-blank';
import { CONTACT_ANSWER_LENGTH } from '@/shared/limits';
import { Button, buttonClass } from '@/ui/button';
import { Disclosure } from '@/ui/disclosure';
import { focusInvalid } from '@/ui/focus-invalid';
import { TextArea } from '@/ui/text-area';
import { contactLog, replyToContact } from './requests/contact';
import { usersText as text } from './text';

function AttachedLog({ id }: { id: string }) {
  const log = useConsoleQuery(['contact log', id], () => contactLog(id), { tables: [] });
  return (
    <Disclosure summary={text.log} className="border-line border-t">
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        className="wrap-anywhere max-h-80 overflow-y-auto whitespace-pre-wrap rounded-control bg-sunk p-3 text-xs"
      >
        {log.data ?? (log.error ? text.logFailed : text.logLoading)}
      </pre>
    </Disclosure>
  );
}

function Message({ row }: { row: ContactRequest }) {
  return (
    <dl className="grid gap-3 text-sm">
      <div>
        <dt className="text-muted text-xs">{text.contactTopic}</dt>
        <dd>{text.topics[row.topic]}</dd>
      </div>
      <div>
        <dt className="text-muted text-xs">{text.received}</dt>
        <dd>{sofiaMoment(row.created_at)}</dd>
      </div>
      <div>
        <dt className="text-muted text-xs">{text.message}</dt>
        <dd className="wrap-anywhere whitespace-pre-line text-base">{row.message}</dd>
      </div>
      {row.answered_at && (
        <div>
          <dt className="text-muted text-xs">{text.answeredAt(sofiaMoment(row.answered_at))}</dt>
          <dd className="wrap-anywhere whitespace-pre-line">{row.answer ?? text.withoutAnswer}</dd>
        </div>
      )}
    </dl>
  );
}

interface ContactDialogProps {
  row: ContactRequest;
  open: boolean;
  onClose: () => void;
}

/** A contact message with its attached log, and the field for the answer. */
export function ContactDialog({ row, open, onClose }: ContactDialogProps) {
  const [asking, setAsking] = useState(false);
  const draft = useDraftFields(`contact:${row.id}`, { answer: '' });
  const { answer } = draft.fields;
  const [missing, setMissing] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const waits = !row.answered_at;
  const reply = useConsoleMutation((words: string | null) => replyToContact(row.id, words), {
    onSuccess: (_, words) => {
      consoleToast.success(words === null ? text.marked : text.replied);
      draft.clear();
      setAsking(false);
      onClose();
    },
    onError: ({ code }) => consoleToast.error(code === 'answered' ? text.alreadyAnswered : text.replyFailed),
  });
  const send = () => {
    flushSync(() => setMissing(isBlank(answer)));
    if (isBlank(answer) || answer.length > CONTACT_ANSWER_LENGTH) focusInvalid(body.current);
    else reply.mutate(answer.trim());
  };
  return (
    <>
      <SideDialog
        open={open && !asking}
        onClose={onClose}
        title={row.name}
        about={row.email}
        actions={
          <>
            <Button kind="danger" className="mr-auto" onClick={() => setAsking(true)}>
              {text.remove}
            </Button>
            {waits && (
              <Button
                kind={row.user_id ? 'quiet' : 'primary'}
                disabled={reply.isPending}
                onClick={() => reply.mutate(null)}
              >
                {text.mark}
              </Button>
            )}
            {waits && row.user_id && (
              <Button kind="primary" busy={reply.isPending} onClick={send}>
                {text.send}
              </Button>
            )}
            {!row.user_id && (
              <a href={`mailto:${encodeURIComponent(row.email)}`} className={buttonClass('quiet')}>
                {text.answer}
              </a>
            )}
          </>
        }
      >
        <div ref={body} className="grid grid-cols-1 gap-4">
          <Message row={row} />
          {row.has_log && <AttachedLog id={row.id} />}
          {waits && row.user_id && (
            <TextArea
              label={text.reply}
              hint={text.replyHint}
              error={missing && isBlank(answer) ? text.replyEmpty : undefined}
              rows={5}
              limit={CONTACT_ANSWER_LENGTH}
              disabled={reply.isPending}
              value={answer}
              onChange={(event) => draft.set({ answer: event.target.value })}
            />
          )}
          {waits && !row.user_id && <p className="text-muted text-sm">{text.visitorHint}</p>}
        </div>
      </SideDialog>
      <TrashDialog
        table="contact_requests"
        row={open && asking ? { id: row.id, name: row.email } : undefined}
        title={text.removeTitle}
        words={{ removed: text.removed, failed: text.removeFailed }}
        onClose={() => setAsking(false)}
        onRemoved={onClose}
      />
    </>
  );
}
