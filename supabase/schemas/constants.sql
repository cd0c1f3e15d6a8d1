-- Limits and kinds that SQL shares with the app. Written by npm run db:baseline from src/shared: do not edit.
-- Check constraints call these functions with the rights of the writing role, so every role may execute them.

create function sync.journal_kinds() returns text[] language sql immutable parallel safe set search_path = '' as $$
  select '{progress,attempt,day,registration,like,comment,note,read,profile,cart,view,form}'::text[]
$$;
comment on function sync.journal_kinds is 'The kinds of journal documents, in SQL `sync.journal_kinds()`.';
create function sync.invisible() returns text language sql immutable parallel safe set search_path = '' as $$
  select '[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffc\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]|(?<![\u0600-\u061b\u061d-\u109f\u1780-\u17b3\u17b6-\u180a\u1810-\u18af\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u2328\u232b-\u27ff\u2900-\u2adb\u2add-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]\ufe0f?)[\u200c\u200d]|(?<![\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u2328\u232b-\u27ff\u2900-\u2adb\u2add-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff])\ufe0f(?!\u20e3)'
$$;
comment on function sync.invisible is
  'Matches invisible characters. U+FE0F stays in emoji and keycaps, joiners in emoji and after letters of scripts that need them.';
create function sync.contact_topics() returns text[] language sql immutable parallel safe set search_path = '' as $$
  select '{mentor,payment,technical,other}'::text[]
$$;
comment on function sync.contact_topics is 'Topics of contact requests.';
create function sync.launch_sources() returns text[] language sql immutable parallel safe set search_path = '' as $$
  select '{store_page,admin_page,dashboard}'::text[]
$$;
comment on function sync.launch_sources is 'Places of the form for the store''s launch.';
create function sync.legal_texts() returns jsonb language sql immutable parallel safe set search_path = '' as $$
  select '{"terms":["2025-06-16"],"privacy":["2025-06-16","2026-11-29"],"refund":["2025-06-16"],"age":["2026-11-23"]}'::jsonb
$$;
comment on function sync.legal_texts is
  'Every published version of each text to which people consent, the newest last.';
create function sync.mutable_kinds() returns text[] language sql immutable parallel safe set search_path = '' as $$
  select '{info,success,warning}'::text[]
$$;
comment on function sync.mutable_kinds is 'Kinds of notifications that can be muted; errors always arrive.';
create function sync.push_topics() returns text[] language sql immutable parallel safe set search_path = '' as $$
  select '{lesson,event,achievement,comment,billing,admin}'::text[]
$$;
comment on function sync.push_topics is 'Topics of notifications; learners choose which are pushed to their devices.';
create function sync.account_grace_days() returns int language sql immutable parallel safe set search_path = '' as $$
  select 30
$$;
comment on function sync.account_grace_days is 'Days in which a scheduled deletion of an account can be cancelled.';
create function sync.answer_options() returns int language sql immutable parallel safe set search_path = '' as $$
  select 50
$$;
comment on function sync.answer_options is 'Maximum number of options per question and per answer.';
create function sync.attempt_ms() returns bigint language sql immutable parallel safe set search_path = '' as $$
  select 2592000000
$$;
comment on function sync.attempt_ms is 'Longest time spent on one attempt (ms): 30 days.';
create function sync.attempt_questions() returns int language sql immutable parallel safe set search_path = '' as $$
  select 200
$$;
comment on function sync.attempt_questions is 'Maximum number of questions per quiz and per attempt.';
create function sync.cart_quantity() returns int language sql immutable parallel safe set search_path = '' as $$
  select 999
$$;
comment on function sync.cart_quantity is 'Largest quantity of one product in the cart.';
create function sync.chapters_length() returns int language sql immutable parallel safe set search_path = '' as $$
  select 20000
$$;
comment on function sync.chapters_length is 'Longest text of the chapters of a lesson (characters).';
create function sync.clock_ahead_ms() returns int language sql immutable parallel safe set search_path = '' as $$
  select 300000
$$;
comment on function sync.clock_ahead_ms is
  'How far (ms) a device''s time may be ahead of the server''s. A time that is further ahead is clamped.';
create function sync.comment_length() returns int language sql immutable parallel safe set search_path = '' as $$
  select 2000
$$;
comment on function sync.comment_length is 'Longest comment (characters).';
create function sync.company_lengths() returns jsonb language sql immutable parallel safe set search_path = '' as $$
  select '{"name":200,"company_id":13,"vat_number":20,"address":400}'::jsonb
$$;
comment on function sync.company_lengths is 'Longest details of a company on an invoice (characters).';
create function sync.completed_share() returns numeric language sql immutable parallel safe set search_path = '' as $$
  select 0.9
$$;
comment on function sync.completed_share is
  'A lesson counts as completed once this share of it is watched. The device decides; the server counts what is credible.';
create function sync.contact_answer_length() returns int language sql immutable parallel safe set search_path = '' as $$
  select 4000
$$;
comment on function sync.contact_answer_length is 'Longest answer to a contact request (characters).';
create function sync.email_length() returns int language sql immutable parallel safe set search_path = '' as $$
  select 320
$$;
comment on function sync.email_length is 'Longest e-mail address (characters).';
create function sync.error_message_length() returns int language sql immutable parallel safe set search_path = '' as $$
  select 300
$$;
comment on function sync.error_message_length is 'Longest message of an error of the app (characters).';
create function sync.error_stack_length() returns int language sql immutable parallel safe set search_path = '' as $$
  select 6000
$$;
comment on function sync.error_stack_length is 'Longest stack of an error of the app (characters).';
create function sync.form_fields() returns int language sql immutable parallel safe set search_path = '' as $$
  select 20
$$;
comment on function sync.form_fields is 'Maximum number of fields in a form.';
create function sync.form_log_length() returns int language sql immutable parallel safe set search_path = '' as $$
  select 20000
$$;
comment on function sync.form_log_length is 'Longest log of the sync engine in a contact request (characters).';
create function sync.form_value_length() returns int language sql immutable parallel safe set search_path = '' as $$
  select 2000
$$;
comment on function sync.form_value_length is 'Longest value of a form''s field (characters).';
create function sync.graded_attempts_per_day() returns int language sql immutable parallel safe set search_path = '' as $$
  select 5
$$;
comment on function sync.graded_attempts_per_day is
  'Maximum number of attempts of a graded quiz that count in 24 hours.';
create function sync.image_limit_bytes() returns int language sql immutable parallel safe set search_path = '' as $$
  select 10485760
$$;
comment on function sync.image_limit_bytes is 'Largest picture (bytes).';
create function sync.journal_bytes() returns int language sql immutable parallel safe set search_path = '' as $$
  select 100000000
$$;
comment on function sync.journal_bytes is 'Maximum size of the journal of one account (bytes).';
create function sync.journal_docs() returns int language sql immutable parallel safe set search_path = '' as $$
  select 50000
$$;
comment on function sync.journal_docs is 'Maximum number of documents in the journal of one account.';
create function sync.media_ms() returns int language sql immutable parallel safe set search_path = '' as $$
  select 28800000
$$;
comment on function sync.media_ms is 'Longest media (ms): 8 hours.';
create function sync.monthly_eur() returns jsonb language sql immutable parallel safe set search_path = '' as $$
  select '{"pro":15,"premium":30}'::jsonb
$$;
comment on function sync.monthly_eur is 'Monthly prices (whole euros; specification 1 §9).';
create function sync.note_length() returns int language sql immutable parallel safe set search_path = '' as $$
  select 5000
$$;
comment on function sync.note_length is 'Longest note (characters).';
create function sync.note_versions() returns int language sql immutable parallel safe set search_path = '' as $$
  select 20
$$;
comment on function sync.note_versions is 'Number of a note''s versions that are kept.';
create function sync.offline_lease_days() returns int language sql immutable parallel safe set search_path = '' as $$
  select 30
$$;
comment on function sync.offline_lease_days is
  'Validity (days) of the stored plan while the server is unreachable (decision 14).';
create function sync.preference_lengths() returns jsonb language sql immutable parallel safe set search_path = '' as $$
  select '{"notify_info":3,"notify_success":3,"notify_warning":3,"push_billing":3,"push_event":3,"push_lesson":3,"push_achievement":3,"push_comment":3,"push_admin":3,"daily_reminder":2,"quiet_hours":11}'::jsonb
$$;
comment on function sync.preference_lengths is
  'Longest preferences of a profile (characters): ''off'', ''on'' and ''HH:MM-HH:MM''.';
create function sync.profile_lengths() returns jsonb language sql immutable parallel safe set search_path = '' as $$
  select '{"full_name":120,"bio":2000,"job_title":120,"location":120,"website":300}'::jsonb
$$;
comment on function sync.profile_lengths is 'Longest profile fields (characters).';
create function sync.pull_bytes() returns int language sql immutable parallel safe set search_path = '' as $$
  select 2000000
$$;
comment on function sync.pull_bytes is 'Bytes after which one pull ends and the device asks for more.';
create function sync.pull_limit() returns int language sql immutable parallel safe set search_path = '' as $$
  select 1000
$$;
comment on function sync.pull_limit is 'Rows per scope in one pull.';
create function sync.push_bytes() returns int language sql immutable parallel safe set search_path = '' as $$
  select 1000000
$$;
comment on function sync.push_bytes is 'Bytes of one push body.';
create function sync.push_limit() returns int language sql immutable parallel safe set search_path = '' as $$
  select 100
$$;
comment on function sync.push_limit is 'Documents in one push.';
create function sync.question_length() returns int language sql immutable parallel safe set search_path = '' as $$
  select 5000
$$;
comment on function sync.question_length is 'Longest text of a question (characters).';
create function sync.quiz_versions() returns int language sql immutable parallel safe set search_path = '' as $$
  select 1000000
$$;
comment on function sync.quiz_versions is 'Highest version number of a published quiz.';
create function sync.resource_limit_bytes() returns int language sql immutable parallel safe set search_path = '' as $$
  select 104857600
$$;
comment on function sync.resource_limit_bytes is 'Largest course file (bytes).';
create function sync.retake_pause_ms() returns int language sql immutable parallel safe set search_path = '' as $$
  select 600000
$$;
comment on function sync.retake_pause_ms is 'Pause between two attempts of a graded quiz that count (ms).';
create function sync.video_limit_bytes() returns int language sql immutable parallel safe set search_path = '' as $$
  select 524288000
$$;
comment on function sync.video_limit_bytes is 'Largest video (bytes).';
create function sync.watch_gap_ms() returns int language sql immutable parallel safe set search_path = '' as $$
  select 1000
$$;
comment on function sync.watch_gap_ms is
  'Gaps between watched intervals that are shorter than this (ms) are closed: the player''s ticks cause them.';
create function sync.yearly_share() returns numeric language sql immutable parallel safe set search_path = '' as $$
  select 0.8
$$;
comment on function sync.yearly_share is 'Price of a year as a share of twelve monthly prices.';

grant execute on function
  sync.account_grace_days,
  sync.answer_options,
  sync.attempt_ms,
  sync.attempt_questions,
  sync.cart_quantity,
  sync.chapters_length,
  sync.clock_ahead_ms,
  sync.comment_length,
  sync.company_lengths,
  sync.completed_share,
  sync.contact_answer_length,
  sync.email_length,
  sync.error_message_length,
  sync.error_stack_length,
  sync.form_fields,
  sync.form_log_length,
  sync.form_value_length,
  sync.graded_attempts_per_day,
  sync.image_limit_bytes,
  sync.invisible,
  sync.journal_bytes,
  sync.journal_docs,
  sync.media_ms,
  sync.monthly_eur,
  sync.note_length,
  sync.note_versions,
  sync.offline_lease_days,
  sync.preference_lengths,
  sync.profile_lengths,
  sync.pull_bytes,
  sync.pull_limit,
  sync.push_bytes,
  sync.push_limit,
  sync.question_length,
  sync.quiz_versions,
  sync.resource_limit_bytes,
  sync.retake_pause_ms,
  sync.video_limit_bytes,
  sync.watch_gap_ms,
  sync.yearly_share,
  sync.contact_topics,
  sync.journal_kinds,
  sync.launch_sources,
  sync.legal_texts,
  sync.mutable_kinds,
  sync.push_topics
  to anon, authenticated, service_role;
