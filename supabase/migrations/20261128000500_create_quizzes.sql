create function sync.valid_options(p_options jsonb) returns boolean language sql immutable set search_path = '' as $$
  select jsonb_typeof(p_options) = 'array' and jsonb_array_length(p_options) <= sync.answer_options()
    and (select coalesce(bool_and(jsonb_typeof(o) = 'object' and jsonb_typeof(o -> 'id') = 'string'
      and o ->> 'id' ~ '^[A-Za-z0-9_-]{1,40}$'
                  and jsonb_typeof(o -> 'text') = 'string' and jsonb_typeof(o -> 'isCorrect') = 'boolean'), true)
                and count(*) = count(distinct o ->> 'id')
         from jsonb_array_elements(p_options) o)
$$;
comment on function sync.valid_options is
  'Returns whether options have the form `[{id, text, isCorrect}]`, with short ids that are unique within the '
  'question.';

grant execute on function sync.valid_options(jsonb) to authenticated, service_role;

create function sync.answer_digest(p_question uuid, p_options jsonb) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(p_question::text || ':' || coalesce((
    select string_agg(o ->> 'id', ',' order by o ->> 'id' collate "C") from jsonb_array_elements(p_options) o
      where (o ->> 'isCorrect')::boolean), ''), 'UTF8')), 'hex')
$$;
comment on function sync.answer_digest is
  'The digest of the correct options of a question; devices score offline by comparing digests.';

create table public.tests (
  id uuid primary key default gen_random_uuid(),
  video_id uuid references public.videos (id) on delete set null,
  course_id uuid not null references public.courses (id) on delete cascade,
  title text not null check (btrim(title) <> '' and char_length(title) <= 300),
  emoji text check (char_length(emoji) <= 16),
  description text,
  passing_score int not null default 70 check (passing_score between 0 and 100),
  time_limit int not null default 0 check (time_limit between 0 and 1440),
  shuffle boolean not null default false,
  max_attempts int not null default 0 check (max_attempts >= 0),
  status text not null default 'published' check (status in ('draft', 'published')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  graded boolean not null default false,
  row_version int not null default 1,
  deleted_at timestamptz,
  published_version int,
  withdrawn_at timestamptz
);
comment on table public.tests is 'A quiz of a course, often attached to one of its lessons.';
create trigger a_clean before insert or update on public.tests for each row execute function sync.clean_row();
create trigger withdrawal before insert or update on public.tests for each row execute function sync.note_withdrawal();
create index tests_by_course on public.tests (course_id);
create index tests_by_video on public.tests (video_id);
alter table public.tests enable row level security;
create policy "subscribers read published tests, administrators all" on public.tests for select to authenticated
  using ((select public.is_admin())
    or status = 'published' and deleted_at is null and (select sync.may_read_course(course_id)));
comment on policy "subscribers read published tests, administrators all" on public.tests is
  'Quizzes need a paid plan that covers the course; administrators read all, public.save_test writes.';
grant select on public.tests to authenticated;
grant all on public.tests to service_role;
create trigger stamp before insert or update on public.tests for each row execute function sync.set_timestamps();
create trigger keep before update on public.tests for each row execute function sync.protect_columns('id');

create function sync.on_tests() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform sync.touch('tests', coalesce(new.id, old.id)::text);
  if tg_op <> 'INSERT' and old.video_id is not null then perform sync.touch('videos', old.video_id::text); end if;
  if tg_op <> 'DELETE' and new.video_id is not null then perform sync.touch('videos', new.video_id::text); end if;
  if tg_op = 'UPDATE' and old.title <> new.title then perform sync.request('republish_certificates',
    new.id::text); end if;
  return null;
end
$$;
comment on function sync.on_tests is
  'Publishes a changed quiz, its lesson''s card, and the certificates that show its title.';
create trigger feed after insert or update or delete on public.tests for each row execute function sync.on_tests();

create table public.test_questions (
  id uuid primary key default gen_random_uuid(),
  test_id uuid not null references public.tests (id) on delete cascade,
  text text not null,
  type text not null default 'multiple_choice' check (type in ('multiple_choice', 'true_false', 'single')),
  options jsonb not null default '[]' check (sync.valid_options(options)),
  points int not null default 1 check (points between 0 and 1000),
  order_position int not null default 1,
  explanation text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  image_url text check ((image_url !~ '^[^/?#]*:' or image_url ~* '^https://') and image_url !~ '[\u0001-\u001f\u007f]'
    and image_url !~ '^ *[/\\]{2}')
);
comment on table public.test_questions is
  'A question with its options and the key; only administrators and the server read it.';
create trigger a_clean before insert or update on public.test_questions for each row execute function sync.clean_row();
create index test_questions_by_test on public.test_questions (test_id, order_position, id);
alter table public.test_questions enable row level security;
create policy "administrators read questions and keys" on public.test_questions for select to authenticated
  using ((select public.is_admin()));
comment on policy "administrators read questions and keys" on public.test_questions is
  'Only administrators and the server read questions, because the options contain the key; public.save_test writes.';
grant select on public.test_questions to authenticated;
grant all on public.test_questions to service_role;

create function sync.normalize_options() returns trigger language plpgsql set search_path = '' as $$
begin
  if jsonb_typeof(new.options) = 'string' then
    begin
      new.options := (new.options #>> '{}')::jsonb;
    exception when others then
      raise check_violation using message = 'options is not a JSON list';
    end;
  end if;
  if jsonb_typeof(new.options) = 'array' then
    new.options := coalesce((
      select jsonb_agg(case when jsonb_typeof(o) = 'object' and o ? 'id'
          then o || jsonb_build_object('id', o ->> 'id', 'text', coalesce(o ->> 'text', ''), 'isCorrect',
            coalesce(o -> 'isCorrect' = 'true', false))
          else o end order by n)
      from jsonb_array_elements(new.options) with ordinality as e (o, n)), '[]');
  end if;
  return new;
end
$$;
comment on function sync.normalize_options is
  'Stores options in one form: a builder may send a JSON string, numbers as ids, or omit isCorrect.';
create trigger normal_options before insert or update of options on public.test_questions for each row
  execute function sync.normalize_options();
create trigger stamp before insert or update on public.test_questions for each row
  execute function sync.set_timestamps();
create trigger keep before update on public.test_questions for each row execute function sync.protect_columns('id');

create function sync.on_test_questions() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then perform sync.touch('tests', old.test_id::text); end if;
  if tg_op <> 'DELETE' then perform sync.touch('tests', new.test_id::text); end if;
  return null;
end
$$;
comment on function sync.on_test_questions is 'Publishes the quizzes whose questions changed.';
create trigger feed after insert or update or delete on public.test_questions for each row
  execute function sync.on_test_questions();

create table public.test_versions (
  test_id uuid not null references public.tests (id) on delete cascade,
  version int not null check (version > 0),
  body jsonb not null,
  published_at timestamptz not null default now(),
  published_by uuid,
  graded boolean not null default true,
  primary key (test_id, version)
);
comment on table public.test_versions is 'Published versions of quizzes with the key; a version never changes.';
alter table public.test_versions enable row level security;
create policy "administrators read versions of tests" on public.test_versions for select to authenticated
  using ((select public.is_admin()));
comment on policy "administrators read versions of tests" on public.test_versions is
  'Only administrators and the server read versions, because they contain the key.';
grant select on public.test_versions to authenticated;
grant all on public.test_versions to service_role;

create function sync.keep_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' and not exists (select from public.tests where id = old.test_id) then return old; end if;
  raise insufficient_privilege using message = 'a published version never changes';
end
$$;
comment on function sync.keep_version is 'Rejects every change of a published version.';
create trigger keep before update or delete on public.test_versions for each row execute function sync.keep_version();

create function sync.offered_until(p_test uuid) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select least(
      case when t.status = 'published' and t.deleted_at is null then 'infinity'
        else coalesce(t.withdrawn_at, '-infinity') end,
      case when c.status in ('published', 'public') and c.deleted_at is null then 'infinity'
        else coalesce(c.withdrawn_at, '-infinity') end)
    from public.tests t join public.courses c on c.id = t.course_id where t.id = p_test);
end
$$;
comment on function sync.offered_until is
  'When learners lost a quiz: infinity while they have it, -infinity if they never had it.';

create function sync.live_test(p_test uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select jsonb_build_object('title', t.title, 'emoji', t.emoji, 'description', t.description,
      'passing_score', t.passing_score, 'time_limit', t.time_limit, 'shuffle', t.shuffle,
      'max_attempts', t.max_attempts, 'questions', coalesce((
        select jsonb_agg(jsonb_build_object('id', q.id, 'text', q.text, 'type', q.type, 'points', q.points,
          'order_position', q.order_position, 'options', q.options, 'explanation', q.explanation,
          'image_url', q.image_url) order by q.order_position, q.id)
        from public.test_questions q where q.test_id = t.id), '[]'))
    from public.tests t where t.id = p_test);
end
$$;
comment on function sync.live_test is 'The working copy of a quiz in the form of a version.';

create function sync.test_body(p_test uuid, p_version int default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(
    (select v.body from public.test_versions v where v.test_id = p_test
      and p_version is not null and v.version = greatest(p_version, 1)),
    (select v.body from public.test_versions v join public.tests t on t.id = v.test_id
      where v.test_id = p_test and v.version = t.published_version),
    sync.live_test(p_test));
end
$$;
comment on function sync.test_body is
  'A version of a quiz; without a number the published one, or the working copy of a quiz that has no version.';

create function sync.public_test(p_body jsonb, p_graded boolean) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return p_body || jsonb_build_object('questions', (
    select coalesce(jsonb_agg(jsonb_build_object('id', q -> 'id', 'text', q -> 'text', 'type', q -> 'type',
        'points', q -> 'points', 'order_position', q -> 'order_position',
        'options', (select coalesce(jsonb_agg(jsonb_build_object('id', o -> 'id', 'text', o -> 'text') order by n), '[]')
          from jsonb_array_elements(q -> 'options') with ordinality as e (o, n)))
      || case when q ->> 'image_url' is null then '{}' else jsonb_build_object('image_url', q -> 'image_url') end
      || case when p_graded then '{}'
        else jsonb_build_object('answer_digest', sync.answer_digest((q ->> 'id')::uuid, q -> 'options')) end
      order by place), '[]')
    from jsonb_array_elements(p_body -> 'questions') with ordinality as l (q, place)));
end
$$;
comment on function sync.public_test is 'A version of a quiz as devices get it: without the key.';

create table public.test_results (
  id uuid primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  test_id uuid not null references public.tests (id) on delete cascade,
  score int check (score between 0 and 100),
  passed boolean not null,
  time_spent int not null default 0 check (time_spent >= 0),
  answers jsonb not null default '{}',
  review jsonb not null default '[]',
  completed_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  over_time boolean not null default false,
  version int,
  counted boolean not null default true,
  graded boolean not null default true
);
comment on table public.test_results is 'A finished attempt as the server scored it from the key.';
create index test_results_by_user on public.test_results (user_id, test_id, score desc);
create index test_results_by_test on public.test_results (test_id);
alter table public.test_results enable row level security;
create policy "owners and administrators read results" on public.test_results for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_admin()));
grant select on public.test_results to authenticated;
grant all on public.test_results to service_role;

create table sync.sealed_results (
  result_id uuid primary key references public.test_results (id) on delete cascade,
  score int not null,
  review jsonb not null
);
comment on table sync.sealed_results is
  'The score and the review of results at graded quizzes, until sync.open_reviews shows them.';
alter table sync.sealed_results enable row level security;

create function sync.on_test_results() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := 'account:' || coalesce(new.user_id, old.user_id);
begin
  perform sync.touch('results', coalesce(new.id, old.id)::text, v_scope),
    sync.request('recount_result', coalesce(new.user_id, old.user_id)::text, v_scope);
  return null;
end
$$;
comment on function sync.on_test_results is 'Publishes a result and recounts what its learner achieved.';
create trigger feed after insert or update or delete on public.test_results for each row
  execute function sync.on_test_results();
