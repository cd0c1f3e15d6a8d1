-- Certificates and the progress of each account. The server computes progress from scored results.

create table public.certificates (
  id uuid primary key default gen_random_uuid(),
  title text not null check (btrim(title) <> '' and char_length(title) <= 300),
  description text,
  template_url text,
  template_filename text,
  -- Percent of the canvas.
  name_position jsonb not null default '{"x": 50, "y": 50}'
    check (jsonb_typeof(name_position -> 'x') = 'number' and jsonb_typeof(name_position -> 'y') = 'number'),
  name_font_size int not null default 24 check (name_font_size between 12 and 72),
  name_font_color text not null default '#000000' check (name_font_color ~ '^#[0-9a-fA-F]{6}$'),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Optimistic locking: a patch states the version that it started from (see admin/content-rules.sql).
  row_version int not null default 1,
  -- When an administrator moved the row to the trash; learners' devices treat it as removed.
  deleted_at timestamptz
);
comment on table public.certificates is 'A certificate and the position of the learner''s name on it.';
create trigger a_clean before insert or update on public.certificates for each row execute function sync.clean_row();
alter table public.certificates enable row level security;
create policy "accounts read active certificates, administrators all" on public.certificates for select to authenticated
  using ((select public.is_admin()) or is_active and deleted_at is null);
create policy "administrators add certificates" on public.certificates for insert to authenticated
  with check ((select public.is_admin()));
create policy "administrators change certificates" on public.certificates for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
comment on policy "administrators change certificates" on public.certificates is
  'Only administrators change rows. Nobody deletes directly; public.move_to_trash keeps what learners made.';
grant select, insert, update on public.certificates to authenticated;
grant all on public.certificates to service_role;
create trigger stamp before insert or update on public.certificates for each row execute function sync.set_timestamps();
create trigger keep before update on public.certificates for each row execute function sync.protect_columns('id');

create function sync.on_certificates() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform sync.touch('certificates', coalesce(new.id, old.id)::text);
  return null;
end
$$;
comment on function sync.on_certificates is 'Publishes a changed certificate.';
create trigger feed after insert or update or delete on public.certificates for each row
  execute function sync.on_certificates();

create table public.certificate_requirements (
  id uuid primary key default gen_random_uuid(),
  certificate_id uuid not null references public.certificates (id) on delete cascade,
  test_id uuid not null references public.tests (id) on delete cascade,
  -- Percent.
  minimum_score int not null default 70 check (minimum_score between 1 and 100),
  created_at timestamptz not null default now(),
  unique (certificate_id, test_id)
);
comment on table public.certificate_requirements is
  'A quiz that must be passed for a certificate, with the lowest score that counts.';
create index certificate_requirements_by_test on public.certificate_requirements (test_id);
alter table public.certificate_requirements enable row level security;
create policy "accounts read what certificates require" on public.certificate_requirements for select to authenticated
  using ((select public.is_admin())
    or exists (select from public.certificates c where c.id = certificate_id and c.is_active and c.deleted_at is null));
comment on policy "accounts read what certificates require" on public.certificate_requirements is
  'Requirements are readable as long as their certificate is active; administrators read all, '
  'public.save_certificate writes.';
grant select on public.certificate_requirements to authenticated;
grant all on public.certificate_requirements to service_role;
create trigger stamp before insert or update on public.certificate_requirements for each row
  execute function sync.set_created_at();

create function sync.is_graded(p_test uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.tests t where t.id = p_test and t.graded)
    or exists (select from public.certificate_requirements r where r.test_id = p_test);
end
$$;
comment on function sync.is_graded is
  'Whether only the server scores a quiz: a certificate requires it, or it is flagged as graded.';

-- Rule: only the server's clock decides, because a learner may send any dates. With a pause between two scores and few
-- scores in 24 hours, nobody finds the key from the scores.
create function sync.attempt_counts(p_user uuid, p_test uuid, p_at timestamptz) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_last timestamptz; v_today int;
begin
  select max(created_at), count(*) filter (where created_at > p_at - interval '24 hours') into v_last, v_today
    from public.test_results where user_id = p_user and test_id = p_test and counted and graded;
  return v_today < sync.graded_attempts_per_day()
    and (v_last is null or v_last <= p_at - sync.retake_pause_ms() * interval '1 millisecond');
end
$$;
comment on function sync.attempt_counts is
  'Whether an attempt at a graded quiz that the server scores at a time counts, after the counted ones before it.';

create function sync.counts_for_certificate(p_result uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.test_results r where r.id = p_result and r.graded and r.counted
    and not r.over_time);
end
$$;
comment on function sync.counts_for_certificate is
  'Whether a result counts for a certificate: of a graded quiz, within its time limit and the limits of attempts.';

-- A pass below the score that a certificate requires opens nothing: the learner would get the rest from the key.
create function sync.review_is_open(p_user uuid, p_test uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_most constant int := (sync.test_body(p_test) ->> 'max_attempts')::int;
begin
  return not sync.is_graded(p_test)
    or exists (select from public.test_results r where r.user_id = p_user and r.test_id = p_test and r.passed
      and sync.counts_for_certificate(r.id) and r.score >= all (
        select q.minimum_score from public.certificate_requirements q where q.test_id = p_test))
    or v_most > 0 and v_most <= (select count(*) from public.test_results r
      where r.user_id = p_user and r.test_id = p_test and r.counted and r.graded);
end
$$;
comment on function sync.review_is_open is
  'Whether a learner sees the answers of a quiz: a practice quiz, a passed one, or one without attempts left.';

create function sync.open_reviews(p_test uuid, p_user uuid default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  with learner as materialized (
    select l.user_id from (select distinct r.user_id from sync.sealed_results s
      join public.test_results r on r.id = s.result_id
      where r.test_id = p_test and (p_user is null or r.user_id = p_user)) l
    where sync.review_is_open(l.user_id, p_test)
  ), opened as (
    delete from sync.sealed_results s using public.test_results r
    where r.id = s.result_id and r.test_id = p_test and r.user_id in (select user_id from learner)
    returning s.result_id, s.score, s.review
  )
  update public.test_results r set score = o.score, review = o.review from opened o where r.id = o.result_id;
end
$$;
comment on function sync.open_reviews is
  'Shows the sealed scores and reviews of a quiz to the learners who may see them now.';

create function sync.on_published_tests() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform sync.open_reviews(new.id);
  return null;
end
$$;
comment on function sync.on_published_tests is
  'Shows sealed reviews after a quiz became a practice quiz or got another limit of attempts.';
create trigger open_reviews after update of graded, published_version, max_attempts on public.tests for each row
  execute function sync.on_published_tests();

create function sync.on_certificate_requirements() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A quiz turns graded or practice when a certificate starts or stops requiring it, so publish it too.
  if tg_op <> 'INSERT' then
    perform sync.touch('certificates', old.certificate_id::text), sync.touch('tests', old.test_id::text);
  end if;
  if tg_op <> 'DELETE' then
    perform sync.touch('certificates', new.certificate_id::text), sync.touch('tests', new.test_id::text);
  end if;
  insert into sync.dirty (command, row_id, scope)
    select 'recount_result', u.user_id::text, 'account:' || u.user_id from (
      select r.user_id from public.test_results r where r.test_id in (old.test_id, new.test_id)
      union select c.user_id from public.user_certificates c where c.certificate_id
        in (old.certificate_id, new.certificate_id)) u
    on conflict do nothing;
  perform sync.open_reviews(t.id) from (select distinct unnest(array[old.test_id, new.test_id]) as id) t
    where t.id is not null;
  return null;
end
$$;
comment on function sync.on_certificate_requirements is
  'Publishes the certificate and the quiz, and recounts every account that took the quiz or started the certificate.';
create trigger feed after insert or update or delete on public.certificate_requirements for each row
  execute function sync.on_certificate_requirements();

create table public.user_certificates (
  user_id uuid not null references public.profiles (id) on delete cascade,
  certificate_id uuid not null references public.certificates (id) on delete cascade,
  completed_requirements uuid[] not null default '{}',
  -- Whole percent, rounded down.
  progress_percentage int not null default 0 check (progress_percentage between 0 and 100),
  -- Rule: once true, it stays true.
  completed boolean not null default false,
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Rule: an earned certificate keeps its title and its drawing, even if the definition is changed or deleted.
  drawing jsonb check (jsonb_typeof(drawing) = 'object'),
  primary key (user_id, certificate_id)
);
comment on table public.user_certificates is 'The progress of an account towards a certificate.';
create index user_certificates_by_certificate on public.user_certificates (certificate_id);
alter table public.user_certificates enable row level security;
create policy "owners and administrators read earned certificates" on public.user_certificates for select
  to authenticated
  using (user_id = (select auth.uid()) or (select public.is_admin()));
grant select on public.user_certificates to authenticated;
grant all on public.user_certificates to service_role;
create trigger stamp before insert or update on public.user_certificates for each row
  execute function sync.set_timestamps();

create function sync.keep_drawing() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.drawing is not null then
    new.drawing := old.drawing;
  elsif new.completed then
    new.drawing := (select jsonb_build_object('title', c.title, 'description', c.description,
        'template_url', c.template_url, 'name_position', c.name_position, 'name_font_size', c.name_font_size,
        'name_font_color', c.name_font_color)
      from public.certificates c where c.id = new.certificate_id);
  end if;
  return new;
end
$$;
comment on function sync.keep_drawing is
  'Copies the title and the drawing of a certificate when an account earns it; the copy never changes.';
create trigger keep_drawing before insert or update on public.user_certificates for each row
  execute function sync.keep_drawing();

create function sync.on_user_certificates() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform sync.touch('certificate_progress', coalesce(new.certificate_id, old.certificate_id)::text,
    'account:' || coalesce(new.user_id, old.user_id));
  return null;
end
$$;
comment on function sync.on_user_certificates is 'Publishes the certificate progress of an account.';
create trigger feed after insert or update or delete on public.user_certificates for each row
  execute function sync.on_user_certificates();
