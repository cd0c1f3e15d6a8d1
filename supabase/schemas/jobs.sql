-- The state of the server's background jobs (server/jobs): which run is in progress and how the last one ended.

create table public.background_jobs (
  name text primary key check (char_length(name) between 1 and 60),
  -- Number of the newest run. job_finish ignores older runs, whose job another process has taken over.
  run bigint not null default 0,
  -- End of the run's lease, after which its process counts as dead and another process may run the job. Null: no run
  -- is in progress.
  running_until timestamptz,
  last_started_at timestamptz,
  last_finished_at timestamptz,
  duration_ms int,
  -- Error of the last finished run (codes and counts, no personal data); null if it succeeded.
  error text check (char_length(error) <= 500)
);
comment on table public.background_jobs is 'The last run of each background job of the server; one row per job.';
alter table public.background_jobs enable row level security;
create policy "administrators read background jobs" on public.background_jobs for select to authenticated
  using ((select public.is_admin()));
grant select on public.background_jobs to authenticated;
grant all on public.background_jobs to service_role;

create function public.job_begin(p_name text, p_pause_ms int, p_lease_ms int) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_job public.background_jobs;
begin
  -- Serialize claims. The lock lasts for this transaction, the claim until job_finish or until its lease expires:
  -- a REST service has no session that could hold an advisory lock for the whole run.
  perform pg_advisory_xact_lock(hashtextextended('job:' || p_name, 0));
  insert into public.background_jobs (name) values (p_name) on conflict do nothing;
  select * into v_job from public.background_jobs where name = p_name;
  if v_job.running_until > now() then return jsonb_build_object('claim', 'busy'); end if;
  if v_job.last_started_at > now() - p_pause_ms * interval '1 millisecond'
    then return jsonb_build_object('claim', 'done'); end if;
  update public.background_jobs set run = run + 1, last_started_at = now(),
      running_until = now() + p_lease_ms * interval '1 millisecond'
    where name = p_name returning * into v_job;
  return jsonb_build_object('claim', 'run', 'run', v_job.run);
end
$$;
comment on function public.job_begin is
  'Claims a run of a background job: run with its number, busy if another process runs it, or done if another '
  'process started it within the pause.';

create function public.job_finish(p_name text, p_run bigint, p_duration_ms int, p_error text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.background_jobs set running_until = null, last_finished_at = now(), duration_ms = p_duration_ms,
      error = left(p_error, 500)
    where name = p_name and run = p_run;
end
$$;
comment on function public.job_finish is 'Stores how a run of a background job ended, unless a newer run has begun.';

create function public.job_runs() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', j.name, 'started_at', sync.iso(j.last_started_at),
    'finished_at', sync.iso(j.last_finished_at), 'duration_ms', j.duration_ms, 'failed', j.error is not null)
    order by j.name), '[]')
  from public.background_jobs j
$$;
comment on function public.job_runs is
  'Returns the last run of each background job, whichever process ran it, without the reason of a failure.';

grant execute on function public.job_begin(text, int, int), public.job_finish(text, bigint, int, text),
  public.job_runs() to service_role;
