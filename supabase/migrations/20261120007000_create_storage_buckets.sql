-- Files: which buckets there are, and who may read an object. Films and course files follow the plan; the rest is public.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('videos', 'videos', false, 524288000, array['video/mp4', 'video/webm', 'video/quicktime']),
  ('images', 'images', true, 10485760, array['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']),
  ('resources', 'resources', false, 104857600, null),
  ('certificate-templates', 'certificate-templates', true, 10485760, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do nothing;

-- A film is readable by whoever may read a lesson that shows it.
create function sync.reads_film(p_key text) returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.videos v join public.courses c on c.id = v.course_id
    where v.video_url = p_key and c.status in ('published', 'public')
      and sync.user_has_plan((select auth.uid()), case when v.is_free_preview then 'free' else c.plan_type end));
end
$$;

-- A file is readable by subscribers whose plan covers a course that offers it visibly.
create function sync.reads_resource(p_key text) returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.video_resources r join public.videos v on v.id = r.video_id left join public.course_resources k on k.id = r.course_resource_id
    where r.file_url = p_key and k.is_visible is not false and sync.user_reads_course((select auth.uid()), v.course_id)
    union all
    select from public.course_resources k where k.file_url = p_key and k.is_visible and sync.user_reads_course((select auth.uid()), k.course_id));
end
$$;

revoke all on all functions in schema sync from public;
grant execute on function sync.reads_film(text), sync.reads_resource(text) to authenticated, service_role;

create policy "everyone sees the buckets" on storage.buckets for select to anon, authenticated using (true);
create policy "accounts read films their plan covers" on storage.objects for select to authenticated
  using (bucket_id = 'videos' and (select sync.reads_film(name)));
create policy "subscribers read files of their courses" on storage.objects for select to authenticated
  using (bucket_id = 'resources' and (select sync.reads_resource(name)));
create policy "everyone reads pictures" on storage.objects for select to anon, authenticated using (bucket_id in ('images', 'certificate-templates'));
create policy "administrators read files" on storage.objects for select to authenticated using ((select public.is_admin()));
create policy "administrators add files" on storage.objects for insert to authenticated
  with check (bucket_id in ('videos', 'images', 'resources', 'certificate-templates') and (select public.is_admin()));
create policy "administrators replace files" on storage.objects for update to authenticated
  using ((select public.is_admin())) with check (bucket_id in ('videos', 'images', 'resources', 'certificate-templates') and (select public.is_admin()));
create policy "administrators remove files" on storage.objects for delete to authenticated using ((select public.is_admin()));
