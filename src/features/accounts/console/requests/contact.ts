import { change } from '@/features/console-kit/queries';
import { type ContactState, contactPage as pageSchema } from '@/features/console-kit/requests/answers';
import { ask, call, run } from '@/features/console-kit/requests/console-client';

/** A page of requests; open ones are sorted by priority, then oldest first. */
export const contactPage = (state: ContactState, page: number, size = 10) =>
  call('admin_contact_requests', { p_state: state, p_page: page, p_size: size }, pageSchema);

/** The log that the sender attached to a request; empty if the sender attached nothing. */
export async function contactLog(id: string): Promise<string> {
  const [row] = await ask((client, signal) =>
    client.from('contact_requests').select('log').eq('id', id).abortSignal(signal),
  );
  return row?.log ?? '';
}

/** Sends `answer` as a notification and closes the request; with null, only closes it. */
export const replyToContact = (id: string, answer: string | null): Promise<void> =>
  change(['contact_requests'], () => run('reply_to_contact_request', { p_id: id, p_answer: answer }));
