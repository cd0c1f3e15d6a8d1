import { ask, call, type Page } from './console-client';
import { consoleChanged } from './console-live';

export interface ContactRequest {
  id: string;
  /** Null if a visitor sent the request. */
  user_id: string | null;
  name: string;
  email: string;
  topic: 'mentor' | 'payment' | 'technical' | 'other';
  message: string;
  has_log: boolean;
  priority: boolean;
  plan: 'free' | 'pro' | 'premium';
  created_at: string;
  answer: string | null;
  answered_at: string | null;
}

export const contactStates = ['open', 'answered'] as const;
export type ContactState = (typeof contactStates)[number];

type ContactPage = Page<ContactRequest> & { counts: Record<ContactState, number> };

/** A page of requests; open ones are sorted by priority, then oldest first. */
export const contactPage = (state: ContactState, page: number, size = 10) =>
  call<ContactPage>('admin_contact_requests', { p_state: state, p_page: page, p_size: size });

/** The log that the sender attached to a request; empty if the sender attached nothing. */
export async function contactLog(id: string): Promise<string> {
  const [row] = await ask<{ log: string | null }[]>((client, signal) =>
    client.from('contact_requests').select('log').eq('id', id).abortSignal(signal),
  );
  return row?.log ?? '';
}

/** Sends `answer` as a notification and closes the request; with null, only closes it. */
export async function replyToContact(id: string, answer: string | null): Promise<void> {
  await call('reply_to_contact_request', { p_id: id, p_answer: answer });
  consoleChanged(['contact_requests']);
}
