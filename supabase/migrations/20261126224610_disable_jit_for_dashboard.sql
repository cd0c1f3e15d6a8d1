-- JIT compilation costs 0.3 s per call here, the queries themselves 0.04 s (10,000 users, PostgreSQL 15).

alter function public.admin_dashboard() set jit = off;
alter function public.video_statistics(uuid) set jit = off;
alter function public.test_statistics(uuid) set jit = off;
