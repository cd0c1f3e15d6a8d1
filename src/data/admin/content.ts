import { ask, call, type Page } from './console-client';
import { type ContentRow, createRow, updateRow } from './records';

// News, events and event registrations in the console.

export const newsCategories = ['general', 'update', 'course', 'event', 'store'] as const;

export interface NewsFields {
  title: string;
  summary: string;
  content: string;
  category: (typeof newsCategories)[number];
  status: 'draft' | 'published';
  image_url: string | null;
}
export interface AdminNews extends NewsFields, ContentRow {
  slug: string;
}

/** Every news item that is not in the trash, newest first. */
export const newsList = () =>
  ask<AdminNews[]>((client, signal) =>
    client.from('news').select().is('deleted_at', null).order('created_at', { ascending: false }).abortSignal(signal),
  );

export const saveNews = (id: string, version: number | null, fields: NewsFields, patch: Partial<NewsFields>) =>
  version === null ? createRow<AdminNews>('news', id, fields) : updateRow<AdminNews>('news', id, version, patch);

export const eventTypes = ['webinar', 'workshop', 'lecture', 'conference', 'in-person'] as const;
export const eventStatuses = ['active', 'draft', 'cancelled', 'completed'] as const;

export interface EventFields {
  title: string;
  description: string | null;
  image_url: string | null;
  location: string;
  /** URL that only registered learners receive. */
  join_url: string | null;
  start_date: string;
  end_date: string;
  duration_minutes: number;
  type: (typeof eventTypes)[number] | 'other';
  is_free: boolean;
  max_participants: number | null;
  status: (typeof eventStatuses)[number];
}
export interface AdminEvent extends EventFields, ContentRow {
  current_participants: number;
}

/** Every event that is not in the trash, latest start first. */
export const eventList = () =>
  ask<AdminEvent[]>((client, signal) =>
    client.from('events').select().is('deleted_at', null).order('start_date', { ascending: false }).abortSignal(signal),
  );

export const saveEvent = (id: string, version: number | null, fields: EventFields, patch: Partial<EventFields>) =>
  version === null ? createRow<AdminEvent>('events', id, fields) : updateRow<AdminEvent>('events', id, version, patch);

export const registrationStatuses = ['registered', 'cancelled', 'attended'] as const;
export type RegistrationStatus = (typeof registrationStatuses)[number];

export interface RegistrationRow {
  id: string;
  event_id: string;
  event_title: string;
  user_id: string;
  email: string;
  full_name: string | null;
  status: RegistrationStatus;
  registered_at: string;
}
export interface RegistrationPage extends Page<RegistrationRow> {
  counts: Record<RegistrationStatus, number>;
}

export const registrationPage = (event: string, status: string, search: string, page: number, size = 10) =>
  call<RegistrationPage>('admin_registrations', {
    p_event: event || null,
    p_status: status,
    p_search: search,
    p_page: page,
    p_size: size,
  });

export const setRegistrationStatus = (id: string, status: RegistrationStatus) =>
  ask<null>((client, signal) => client.from('event_registrations').update({ status }).eq('id', id).abortSignal(signal));
