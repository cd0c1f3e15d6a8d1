/** Calls of every console function with their expected results. The policy tests run these calls. */
import { certificate, courses, events, free, news, questions, serial, tests, videos } from './school';

const newId = '00000000-0000-4000-8000-0000000000c1';
const comment = 'cc000000-0000-4000-8000-000000000001';
const contact = 'c0000000-0000-4000-8000-000000000001';
const send = '5e000000-0000-4000-8000-000000000001';
const question = JSON.stringify([
  {
    ...{ id: questions.one, text: 'Едно', type: 'single' },
    options: [
      { id: 'a', text: 'А', isCorrect: true },
      { id: 'b', text: 'Б', isCorrect: false },
    ],
  },
]);

/** Calls that an administrator makes: [the SQL of the call, optional SQL that prepares its rows]. */
export const adminCalls: [string, string?][] = [
  [`select from public.admin_dashboard() d where (d #>> '{totals,users}')::int = 6`],
  [`select from public.admin_activity() a where jsonb_array_length(a -> 'items') > 0`],
  ['select public.mark_admin_activity(now())'],
  [`select from public.admin_users('PRO@') u where u ->> 'total' = '1'`],
  [`select from public.admin_people_counts() c where c ->> 'all' = '6' and c ->> 'requests' = '1'`],
  [`select from public.admin_payments() p where p ->> 'total' = '1'`],
  [`select from public.admin_registrations('${events.open}') r where r ->> 'total' = '1'`],
  [`select from public.admin_client_errors() e where e #>> '{rows,0,reports}' = '1'`],
  [`select from public.admin_issued('Петя') i where i ->> 'total' = '1'`],
  [`select from public.set_user_plan('${free.uid}', true, false) u where u ->> 'plan' = 'pro'`],
  [`select public.block_account('${free.uid}', true)`],
  [`select public.note_admin_action('export', 'payments', 3)`],
  [`select public.grant_plan('${free.uid}', 'pro', now() + interval '1 day')`],
  [`select from public.move_to_trash('courses', '${courses.free}', 1) t where t ? 'deleted_at'`],
  [
    `select from public.restore('news', '${news.out}') r where r ->> 'row_version' = '2'`,
    `update public.news set deleted_at = now() where id = '${news.out}'`,
  ],
  [`select from public.note_editing('courses', '${courses.free}') e where e = '[]'`],
  [`select from public.note_editing('user_subscriptions', '${free.uid}') e where e = '[]'`],
  [`select from public.save_course('${courses.free}', 1, '{"title": "Друг"}') c where c ->> 'title' = 'Друг'`],
  [`select from public.course_checklist('${courses.free}') c where c #>> '{items,0,rule}' = 'quiz_not_answerable'`],
  [`select from public.publish_course('${courses.basic}', 1, 'public') c where c ->> 'status' = 'public'`],
  [
    `select from public.reorder_videos('${courses.basic}', array['${videos.basic}'::uuid]) r where jsonb_array_length(r) = 1`,
  ],
  [
    `select from public.save_template('${courses.free}', '${newId}', 'Нов') t where jsonb_array_length(t -> 'modules') = 1`,
  ],
  [`select from public.duplicate_course('${courses.basic}', '${newId}') c where c ->> 'status' = 'draft'`],
  [`select from public.may_share_file('videos', 'x', 'free') s where not s`],
  [`select from public.preview_course('${courses.draft}', 'pro') p where jsonb_array_length(p) = 4`],
  [
    `select from public.save_test('${tests.free}', 1, '{}', '${question.replaceAll(questions.one, newId)}') t where t ->> 'row_version' = '2'`,
  ],
  [`select from public.publish_test('${tests.basic}', 1) t where t ->> 'version' = '1'`],
  [`select from public.unpublish_test('${tests.basic}', 1) t where t ->> 'status' = 'draft'`],
  [`select from public.save_certificate('${certificate}', 1, '{}', '[]') c where c -> 'requirements' = '[]'`],
  [`select from public.video_statistics('${videos.basic}') s where s ->> 'viewers' = '0'`],
  [`select from public.learners_inside('tests', '${tests.basic}') n where n = 0`],
  [`select from public.test_statistics('${tests.basic}') s where s ->> 'attempts' = '1'`],
  [`select from public.reported_comments() r where r ->> 'total' = '1'`],
  [`select public.decide_report('${comment}', 'remove')`],
  [`select public.decide_report('${comment}', 'keep')`],
  [`select from public.revoke_certificate('${serial}', 'x') r where r`],
  [`select from public.sync_users() u where u ->> 'total' = '6'`],
  [`select from public.admin_contact_requests() c where c #>> '{rows,0,plan}' = 'pro'`],
  [`select from public.reply_to_contact_request('${contact}', 'Отговор') c where c ->> 'answer' = 'Отговор'`],
  [`select from public.admin_sends() s where s ->> 'total' = '1'`],
  [`select from public.send_notification('${newId}', 'Здравейте', 'Текст') s where s ->> 'recipients' = '6'`],
  [`select from public.schema_version() v where v is null`],
  [`select from public.withdraw_notification('${send}') s where s ->> 'state' = 'withdrawing'`],
];

/** Calls that a super administrator makes. */
export const superAdminCalls: [string][] = [
  [`select from public.admin_audit_entries() a where a ->> 'total' = '3'`],
  [`select from public.admin_trash() t where t ->> 'total' = '0'`],
  [`select public.move_to_trash('event_registrations', (select id from public.event_registrations))`],
];

/** Calls that a learner makes: [the SQL of the call, optional SQL that prepares its rows]. */
export const learnerCalls: [string, string?][] = [
  [`select public.reissue_certificate('${certificate}')`],
  [
    `select public.give_consents('purchase', '{"terms": "2025-06-16", "privacy": "2025-06-16", "refund": "2025-06-16"}')`,
  ],
  [
    `select from public.event_join_link('${events.open}') l where l = 'https://meet.example.com/a'`,
    `update public.events set join_url = 'https://meet.example.com/a' where id = '${events.open}'`,
  ],
];

/** Calls that the service role makes. */
export const consoleJobCalls: [string, string?][] = [
  ['select from public.purge_trash() p where p = 0'],
  [`select from public.released_files() f where f = '[]'`],
  [`select public.forget_released_files('[]')`],
  [
    `select from public.fan_out_notifications() f where f ->> 'made' = '6'`,
    `update public.notification_sends set state = 'queued', created_at = now()`,
  ],
  ['select from public.end_notification_retention() r where r = 0'],
];
