insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('videos', 'videos', false, sync.video_limit_bytes(), array['video/mp4', 'video/webm', 'video/quicktime']),
  ('images', 'images', true, sync.image_limit_bytes(), array['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']),
  ('resources', 'resources', false, sync.resource_limit_bytes(), array[
    'application/json', 'application/msword', 'application/octet-stream', 'application/pdf',
    'application/vnd.ms-excel', 'application/vnd.ms-powerpoint',
    'application/vnd.oasis.opendocument.presentation', 'application/vnd.oasis.opendocument.spreadsheet',
    'application/vnd.oasis.opendocument.text',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'application/zip', 'audio/mpeg',
    'image/gif', 'image/jpeg', 'image/png', 'image/webp', 'model/3mf', 'model/gltf+json', 'model/gltf-binary',
    'model/iges', 'model/obj', 'model/step', 'model/stl', 'text/csv', 'text/plain', 'text/vtt', 'video/mp4',
    'video/webm']),
  ('certificate-templates', 'certificate-templates', true, sync.image_limit_bytes(), array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do nothing;

create function sync.may_read_video_object(p_key text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_user constant uuid := (select auth.uid());
begin
  return exists (
    select from public.videos v join public.courses c on c.id = v.course_id
      join sync.lesson_offers o on o.video_id = v.id
    where v.video_url = p_key
      and sync.user_has_plan(v_user, case when v.is_free_preview then 'free' else c.plan_type end)
      and (o.offered_until = 'infinity'
        or o.offered_until > now() - interval '1 day' and exists (
          select from sync.journal j where j.user_id = v_user and j.id = 'progress/' || v.id and not j.deleted
            and j.stored_at < o.offered_until)));
end
$$;
comment on function sync.may_read_video_object is
  'Returns whether the caller may read a video file: some lesson that shows it is readable, or was withdrawn within a day '
  'while the caller watched it.';

create function sync.may_read_resource_object(p_key text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.video_resources r join public.videos v on v.id = r.video_id
      left join public.course_resources k on k.id = r.course_resource_id
    where r.file_url = p_key and r.deleted_at is null and v.deleted_at is null and v.status = 'published'
      and k.is_visible is not false and k.deleted_at is null
      and sync.user_may_read_course((select auth.uid()), v.course_id)
    union all
    select from public.course_resources k where k.file_url = p_key and k.is_visible and k.deleted_at is null
      and sync.user_may_read_course((select auth.uid()), k.course_id));
end
$$;
comment on function sync.may_read_resource_object is
  'Returns whether the caller may read a resource file: some course or lesson must offer it visibly.';

create function sync.is_resource_file(p_name text, p_type text) returns boolean
language sql immutable set search_path = '' as $$
  select p_name ~* ('\.(pdf|zip|stl|3mf|obj|glb|gltf|ply|step|stp|iges|igs|amf|gcode|bgcode|scad|ini|txt|md|csv|vtt|json'
      || '|curaprofile|f3d|fcstd|blend|dxf|dwg|doc|docx|xls|xlsx|ppt|pptx|odt|ods|odp|png|jpg'
      || '|jpeg|webp|gif|mp4|webm|mp3)$')
    and coalesce(p_type, '') !~* '(html|svg|javascript|ecmascript)'
$$;
comment on function sync.is_resource_file is
  'Returns whether a course file may be stored: a listed extension, and a type that a browser does not run as a page.';

grant execute on function sync.may_read_video_object(text), sync.may_read_resource_object(text),
  sync.is_resource_file(text, text) to authenticated, service_role;

create policy "everyone reads the list of buckets" on storage.buckets for select to anon, authenticated
  using (true);

create policy "accounts read videos their plan covers" on storage.objects for select to authenticated
  using (bucket_id = 'videos' and (select sync.may_read_video_object(name)));

create policy "subscribers read files of their courses" on storage.objects for select to authenticated
  using (bucket_id = 'resources' and (select sync.may_read_resource_object(name)));

create policy "everyone reads pictures" on storage.objects for select to anon, authenticated
  using (bucket_id in ('images', 'certificate-templates'));

create policy "administrators read files" on storage.objects for select to authenticated
  using ((select public.is_admin()));

create policy "administrators add files" on storage.objects for insert to authenticated
  with check (bucket_id in ('videos', 'images', 'resources', 'certificate-templates')
    and (bucket_id <> 'resources' or sync.is_resource_file(name, metadata ->> 'mimetype'))
    and (select public.is_admin()));

create policy "administrators replace files" on storage.objects for update to authenticated
  using ((select public.is_admin()))
  with check (bucket_id in ('videos', 'images', 'resources', 'certificate-templates')
    and (bucket_id <> 'resources' or sync.is_resource_file(name, metadata ->> 'mimetype'))
    and (select public.is_admin()));

create policy "administrators remove files" on storage.objects for delete to authenticated
  using ((select public.is_admin()));
