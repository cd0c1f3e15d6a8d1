-- The RPC functions that the specification names. Each is idempotent: it stores a fact or recounts a figure from facts,
-- and never increments a counter.
-- Rule: learners act only on their own account. p_increment, p_score and p_time remain for old clients and are ignored.

create function sync.require_own_account(p_user uuid, p_reads boolean default false) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_user is distinct from auth.uid() and coalesce(auth.role(), '') <> 'service_role'
    and not (p_reads and public.is_admin()) then
    raise insufficient_privilege using message = 'an account acts for itself';
  end if;
  if not exists (select from public.profiles where id = p_user) then
    raise exception 'not_found' using errcode = 'P0001';
  end if;
end
$$;
comment on function sync.require_own_account is
  'Raises unless the caller acts for their own account or is the server. Administrators may read for others, never act.';

create function sync.academy_today() returns date language sql stable set search_path = '' as $$
  select (now() at time zone 'Europe/Sofia')::date
$$;
comment on function sync.academy_today is 'The local date in Sofia, for callers that do not send theirs.';

create function public.register_for_event(p_user_id uuid, p_event_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform sync.require_own_account(p_user_id), sync.lock_user(p_user_id);
  perform sync.apply_registration(p_user_id, p_event_id, true);
end
$$;
comment on function public.register_for_event is
  'Takes a seat; raises event_full, event_closed, not_found or forbidden.';

create function public.unregister_from_event(p_user_id uuid, p_event_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform sync.require_own_account(p_user_id), sync.lock_user(p_user_id);
  perform sync.apply_registration(p_user_id, p_event_id, false);
end
$$;
comment on function public.unregister_from_event is 'Gives a seat back; does nothing without one.';

create function public.track_video_watched(p_user_id uuid, p_video_id uuid, p_course_id uuid default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now constant bigint := floor(extract(epoch from clock_timestamp()) * 1000);
begin
  perform sync.require_own_account(p_user_id), sync.lock_user(p_user_id);
  perform sync.apply_progress(p_user_id, p_video_id),
    sync.require_recent_offer(p_user_id, 'progress', jsonb_build_object('video_id', p_video_id), now());
  if not sync.may_act(p_user_id, sync.plan_of('progress', jsonb_build_object('video_id', p_video_id)))
    then perform sync.reject('forbidden'); end if;
  perform sync.apply_day(p_user_id, sync.academy_today());
  insert into sync.journal (user_id, id, kind, at, active_on, rev, data)
    select p_user_id, 'progress/' || v.id, 'progress', v_now, sync.academy_today()::text, 1,
      jsonb_build_object('video_id', v.id, 'course_id', v.course_id,
      'intervals', '[]'::jsonb, 'position', 0, 'position_at', v_now, 'duration', v.duration_seconds * 1000,
        'completed', false, 'first_watched', v_now)
    from public.videos v where v.id = p_video_id
    on conflict do nothing;
end
$$;
comment on function public.track_video_watched is
  'Records that a lesson was opened by an account whose plan covers it: an active day and, if missing, a '
  'progress document.';

create function public.get_user_achievements(p_user_id uuid)
  returns table (achievement_id text, name text, description text, icon text, points int, current_value int,
  target_value int, progress_percentage int, completed boolean, completed_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform sync.require_own_account(p_user_id, true);
  return query
    select a.id, a.name, a.description, a.icon, a.points, coalesce(u.current_value, 0), a.target_value,
      case when u.completed then 100 else least(100,
        coalesce(u.current_value, 0) * 100 / greatest(a.target_value, 1)) end,
      coalesce(u.completed, false), u.completed_at
    from public.achievements a left join public.user_achievements u on u.achievement_id = a.id and u.user_id = p_user_id
    order by a.points, a.id;
end
$$;
comment on function public.get_user_achievements is
  'Returns all achievements with the account''s progress, those not started included.';

create function public.update_achievement_progress(p_user_id uuid, p_achievement_type text, p_increment int default 1)
  returns int
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform sync.require_own_account(p_user_id);
  perform sync.request('recount_all', p_user_id::text, 'account:' || p_user_id);
  return sync.count_facts(p_user_id, p_achievement_type);
end
$$;
comment on function public.update_achievement_progress is
  'Recounts achievements of a type from facts and returns the count; ignores the increment.';

create function public.update_certificate_progress(p_user_id uuid, p_test_id uuid, p_score int default null)
  returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform sync.require_own_account(p_user_id);
  perform sync.request('recount_all', p_user_id::text, 'account:' || p_user_id);
end
$$;
comment on function public.update_certificate_progress is
  'Recounts certificates from scored results; ignores the score.';

create function public.track_test_completed(p_user_id uuid, p_test_id uuid, p_score int default null,
  p_time int default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform sync.require_own_account(p_user_id);
  if exists (select from public.test_results where user_id = p_user_id and test_id = p_test_id) then
    perform sync.apply_day(p_user_id, sync.academy_today());
  end if;
  perform sync.request('recount_all', p_user_id::text, 'account:' || p_user_id);
end
$$;
comment on function public.track_test_completed is 'Recounts after a quiz; the result itself arrives with the attempt.';

create function public.server_time() returns bigint language sql volatile set search_path = '' as $$
  select floor(extract(epoch from clock_timestamp()) * 1000)::bigint
$$;
comment on function public.server_time is
  'The server''s clock in milliseconds since the epoch, for the time limit of quizzes on devices with a wrong clock.';

grant execute on function public.server_time() to authenticated, service_role;

grant execute on function public.register_for_event(uuid, uuid), public.unregister_from_event(uuid, uuid),
  public.track_video_watched(uuid, uuid, uuid),
  public.get_user_achievements(uuid), public.update_achievement_progress(uuid, text, int),
    public.update_certificate_progress(uuid, uuid, int),
  public.track_test_completed(uuid, uuid, int, int) to authenticated, service_role;
