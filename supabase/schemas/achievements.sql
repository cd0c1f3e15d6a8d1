-- Achievements, streaks and active days. Definitions are content; the server computes progress from facts.

create table public.achievements (
  id text primary key check (id ~ '^[a-z0-9_-]{1,60}$'),
  name text not null,
  description text not null default '',
  icon text not null default 'trophy',
  points int not null default 0 check (points >= 0),
  target_value int not null default 1 check (target_value > 0),
  type text not null check (type in ('video_watched', 'course_completed', 'test_passed', 'test_perfect', 'streak',
    'event', 'news', 'comment',
    'certificate', 'note', 'like', 'active_days')),
  created_at timestamptz not null default now()
);
comment on table public.achievements is 'An achievement: the type of fact it counts, the target value and its points.';
create trigger a_clean before insert or update on public.achievements for each row execute function sync.clean_row();
alter table public.achievements enable row level security;
create policy "accounts read achievements" on public.achievements for select to authenticated
  using (true);
create policy "administrators add achievements" on public.achievements for insert to authenticated
  with check ((select public.is_admin()));
create policy "administrators change achievements" on public.achievements for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
create policy "administrators remove achievements" on public.achievements for delete to authenticated
  using ((select public.is_admin()));
grant select, insert, update, delete on public.achievements to authenticated;
grant all on public.achievements to service_role;
create trigger stamp before insert or update on public.achievements for each row execute function sync.set_created_at();
create trigger keep before update on public.achievements for each row execute function sync.protect_columns('id');

create function sync.on_achievements() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform sync.touch('achievements', coalesce(new.id, old.id));
  return null;
end
$$;
comment on function sync.on_achievements is 'Publishes a changed achievement.';
create trigger feed after insert or update or delete on public.achievements for each row
  execute function sync.on_achievements();

create table public.user_achievements (
  user_id uuid not null references public.profiles (id) on delete cascade,
  achievement_id text not null references public.achievements (id) on delete cascade,
  current_value int not null default 0 check (current_value >= 0),
  -- Rule: an earned achievement is never revoked.
  completed boolean not null default false,
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, achievement_id)
);
comment on table public.user_achievements is 'The progress of an account towards an achievement.';
create index user_achievements_by_achievement on public.user_achievements (achievement_id);
alter table public.user_achievements enable row level security;
create policy "owners and administrators read earned achievements" on public.user_achievements for select
  to authenticated
  using (user_id = (select auth.uid()) or (select public.is_admin()));
grant select on public.user_achievements to authenticated;
grant all on public.user_achievements to service_role;
create trigger stamp before insert or update on public.user_achievements for each row
  execute function sync.set_timestamps();

create function sync.on_user_achievements() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform sync.touch('achievement_progress', coalesce(new.achievement_id, old.achievement_id),
    'account:' || coalesce(new.user_id, old.user_id));
  return null;
end
$$;
comment on function sync.on_user_achievements is 'Publishes the achievement progress of an account.';
create trigger feed after insert or update or delete on public.user_achievements for each row
  execute function sync.on_user_achievements();

create table public.user_activity (
  user_id uuid not null references public.profiles (id) on delete cascade,
  -- The learner's local date, so that learning offline counts on the day when it happened.
  active_on date not null,
  created_at timestamptz not null default now(),
  -- False for a day that arrived later than a device may be offline: it is kept, but no streak or achievement has it.
  counted boolean not null default true,
  primary key (user_id, active_on)
);
comment on table public.user_activity is 'The days on which a learner was active.';
alter table public.user_activity enable row level security;
create policy "owners and administrators read active days" on public.user_activity for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_admin()));
grant select on public.user_activity to authenticated;
grant all on public.user_activity to service_role;

create function sync.on_user_activity() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform sync.request('recount_day', coalesce(new.user_id, old.user_id)::text,
    'account:' || coalesce(new.user_id, old.user_id));
  return null;
end
$$;
comment on function sync.on_user_activity is 'Requests one recount of the streak at the end of the transaction.';
create trigger feed after insert or update or delete on public.user_activity for each row
  execute function sync.on_user_activity();

create table public.user_streaks (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  -- Days in a row up to last_active. Readers compare last_active with today to see whether the streak still runs.
  current_streak int not null default 0,
  longest_streak int not null default 0,
  last_active date,
  updated_at timestamptz not null default now()
);
comment on table public.user_streaks is 'The streak of an account, computed from its active days.';
alter table public.user_streaks enable row level security;
create policy "owners and administrators read streaks" on public.user_streaks for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_admin()));
grant select on public.user_streaks to authenticated;
grant all on public.user_streaks to service_role;

create function sync.on_user_streaks() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform sync.touch('streaks', coalesce(new.user_id, old.user_id)::text,
    'account:' || coalesce(new.user_id, old.user_id));
  return null;
end
$$;
comment on function sync.on_user_streaks is 'Publishes the streak of an account.';
create trigger feed after insert or update or delete on public.user_streaks for each row
  execute function sync.on_user_streaks();
