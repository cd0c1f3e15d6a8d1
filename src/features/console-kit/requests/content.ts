import { change } from '../queries';
import { registrationPage as pageSchema, type RegistrationStatus } from './answers';
import { ask, askAll, call } from './console-client';
import { createRow, updateRow } from './records';
import type { EventFields, NewsFields } from './rows';

// News, events and event registrations in the console.

/** Every news item that is not in the trash, newest first. */
export const newsList = () =>
  askAll((client, from, to) =>
    client
      .from('news')
      .select()
      .is('deleted_at', null)
      .order('created_at', { ascending: false })
      .order('id')
      .range(from, to),
  );

export const saveNews = (id: string, version: number | null, fields: NewsFields, patch: Partial<NewsFields>) =>
  version === null ? createRow('news', id, fields) : updateRow('news', id, version, patch);

/** Every event that is not in the trash, latest start first. */
export const eventList = () =>
  askAll((client, from, to) =>
    client
      .from('events')
      .select()
      .is('deleted_at', null)
      .order('start_date', { ascending: false })
      .order('id')
      .range(from, to),
  );

export const saveEvent = (id: string, version: number | null, fields: EventFields, patch: Partial<EventFields>) =>
  version === null ? createRow('events', id, fields) : updateRow('events', id, version, patch);

export const registrationPage = (event: string, status: string, search: string, page: number, size = 10) =>
  call(
    'admin_registrations',
    { p_event: event || null, p_status: status, p_search: search, p_page: page, p_size: size },
    pageSchema,
  );

export const setRegistrationStatus = (id: string, status: RegistrationStatus) =>
  change(['event_registrations'], () =>
    ask((client, signal) => client.from('event_registrations').update({ status }).eq('id', id).abortSignal(signal)),
  );
