create table sync.released_files (
  bucket text not null,
  name text not null,
  released_at timestamptz not null,
  primary key (bucket, name)
);
comment on table sync.released_files is
  'Stored files that a row named before it was changed or purged; a background job removes them after 30 days.';
alter table sync.released_files enable row level security;

create function sync.portable_url(p_value text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_path constant text := substring(p_value from '^https?://[^/]+(/storage/v1/object/public/[^?#]+)');
begin
  return case when exists (select from storage.objects o where o.bucket_id = split_part(v_path, '/', 6)
    and o.name = substr(v_path, length('/storage/v1/object/public/') + length(o.bucket_id) + 2)) then v_path else p_value end;
end
$$;
comment on function sync.portable_url is
  'Reduces the public address of one of our own files to its path, so that the server may move; other addresses stay.';

create function sync.store_portable_url() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  return jsonb_populate_record(new, jsonb_build_object(tg_argv[0], sync.portable_url(to_jsonb(new) ->> tg_argv[0])));
end
$$;
comment on function sync.store_portable_url is 'Stores a picture of our own as a path without the name of the server.';

create function sync.require_picture_url() returns trigger language plpgsql set search_path = '' as $$
declare
  v_value constant text := to_jsonb(new) ->> tg_argv[0];
begin
  if tg_op = 'UPDATE' and v_value is not distinct from to_jsonb(old) ->> tg_argv[0] then return new; end if;
  if v_value ~ '^[^/?#]*:' and v_value !~* '^https?://' or v_value ~ '^ *[/\\]{2}' or v_value ~ '[\u0001-\u001f\u007f]' then
    raise exception using errcode = 'P0001', message = 'bad_argument', detail = tg_argv[0];
  end if;
  return new;
end
$$;
comment on function sync.require_picture_url is
  'Rejects a picture whose address has another scheme than http or https, names a host without a scheme, or has a line '
  'end in it.';
create trigger picture_url before insert or update of thumbnail_url on public.courses for each row
  execute function sync.require_picture_url('thumbnail_url');
create trigger picture_url before insert or update of thumbnail_url on public.videos for each row
  execute function sync.require_picture_url('thumbnail_url');
create trigger picture_url before insert or update of template_url on public.certificates for each row
  execute function sync.require_picture_url('template_url');
create trigger picture_url before insert or update of image_url on public.events for each row
  execute function sync.require_picture_url('image_url');
create trigger picture_url before insert or update of image_url on public.news for each row
  execute function sync.require_picture_url('image_url');
create trigger picture_url before insert or update of image_url on public.products for each row
  execute function sync.require_picture_url('image_url');

create function sync.require_file_address() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_value constant text := to_jsonb(new) ->> tg_argv[0];
begin
  if tg_op = 'UPDATE' and v_value is not distinct from to_jsonb(old) ->> tg_argv[0] then return null; end if;
  if v_value ~ '^[^/?#]*:' and v_value !~* '^https://' or v_value ~ '^[/\\]{2}' or v_value ~ '[\u0001-\u001f\u007f]'
    or v_value <> sync.trim_text(v_value) then
    raise exception using errcode = 'check_violation', message = 'bad_argument', detail = tg_argv[0];
  end if;
  return null;
end
$$;
comment on function sync.require_file_address is
  'Rejects a file that is neither a name in storage nor an https address, also one whose scheme hides behind a blank.';
create trigger file_address after insert or update of video_url on public.videos for each row
  execute function sync.require_file_address('video_url');
create trigger file_address after insert or update of file_url on public.course_resources for each row
  execute function sync.require_file_address('file_url');
create trigger file_address after insert or update of file_url on public.video_resources for each row
  execute function sync.require_file_address('file_url');

create trigger portable_picture before insert or update of thumbnail_url on public.courses for each row
  when (new.thumbnail_url ~* '^https?://') execute function sync.store_portable_url('thumbnail_url');
create trigger portable_picture before insert or update of thumbnail_url on public.videos for each row
  when (new.thumbnail_url ~* '^https?://') execute function sync.store_portable_url('thumbnail_url');
create trigger portable_picture before insert or update of image_url on public.test_questions for each row
  when (new.image_url ~* '^https?://') execute function sync.store_portable_url('image_url');
create trigger portable_picture before insert or update of template_url on public.certificates for each row
  when (new.template_url ~* '^https?://') execute function sync.store_portable_url('template_url');
create trigger portable_picture before insert or update of image_url on public.events for each row
  when (new.image_url ~* '^https?://') execute function sync.store_portable_url('image_url');
create trigger portable_picture before insert or update of image_url on public.news for each row
  when (new.image_url ~* '^https?://') execute function sync.store_portable_url('image_url');

create function sync.file_name(p_bucket text, p_value text) returns text
language sql immutable set search_path = '' as $$
  select case when p_value ~* '^(https?:/)?/'
    then substring(p_value from '/storage/v1/object/public/' || p_bucket || '/([^?#]+)') else nullif(p_value, '') end
$$;
comment on function sync.file_name is
  'The name of a stored file in a column that holds a name or a public address; null for a file elsewhere.';

create function sync.release_files() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_old constant jsonb := to_jsonb(old);
  v_new constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(new) end;
  v_bucket text; v_name text;
begin
  for v_pair in 0 .. tg_nargs / 2 - 1 loop
    v_bucket := tg_argv[2 * v_pair];
    v_name := sync.file_name(v_bucket, v_old ->> tg_argv[2 * v_pair + 1]);
    continue when v_name is null or v_name = sync.file_name(v_bucket, v_new ->> tg_argv[2 * v_pair + 1]);
    insert into sync.released_files as f (bucket, name, released_at)
      values (v_bucket, v_name, now() - case when tg_op = 'DELETE' then interval '30 days' else interval '0' end)
      on conflict (bucket, name) do update set released_at = greatest(f.released_at, excluded.released_at);
  end loop;
  return null;
end
$$;
comment on function sync.release_files is 'Records the files that a changed or deleted row no longer names.';

create trigger release_files after update of thumbnail_url or delete on public.courses for each row
  execute function sync.release_files('images', 'thumbnail_url');
create trigger release_files after update of video_url, thumbnail_url or delete on public.videos for each row
  execute function sync.release_files('videos', 'video_url', 'images', 'thumbnail_url');
create trigger release_files after update of file_url or delete on public.course_resources for each row
  execute function sync.release_files('resources', 'file_url');
create trigger release_files after update of file_url or delete on public.video_resources for each row
  execute function sync.release_files('resources', 'file_url');
create trigger release_files after update of image_url or delete on public.test_questions for each row
  execute function sync.release_files('images', 'image_url');
create trigger release_files after update of template_url or delete on public.certificates for each row
  execute function sync.release_files('certificate-templates', 'template_url');
create trigger release_files after update of image_url or delete on public.events for each row
  execute function sync.release_files('images', 'image_url');
create trigger release_files after update of image_url or delete on public.news for each row
  execute function sync.release_files('images', 'image_url');

create function sync.is_file_in_use(p_bucket text, p_name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return case p_bucket
    when 'videos' then exists (select from public.videos where video_url = p_name)
    when 'resources' then exists (select from public.course_resources where file_url = p_name)
      or exists (select from public.video_resources where file_url = p_name)
    when 'certificate-templates' then exists (select from public.certificates
      where sync.file_name(p_bucket, template_url) = p_name)
      or exists (select from public.user_certificates
        where sync.file_name(p_bucket, drawing ->> 'template_url') = p_name)
    else exists (select from public.courses where sync.file_name(p_bucket, thumbnail_url) = p_name)
      or exists (select from public.videos where sync.file_name(p_bucket, thumbnail_url) = p_name)
      or exists (select from public.events where sync.file_name(p_bucket, image_url) = p_name)
      or exists (select from public.news
        where sync.file_name(p_bucket, image_url) = p_name or strpos(content, p_name) > 0)
      or exists (select from public.test_questions where sync.file_name(p_bucket, image_url) = p_name)
      or exists (select from public.test_versions where strpos(body::text, p_name) > 0) end;
end
$$;
comment on function sync.is_file_in_use is 'Returns whether any row, also one in the trash, names a stored file.';

create function public.released_files(p_limit int default 200) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from sync.released_files where sync.is_file_in_use(bucket, name);
  return (select coalesce(jsonb_agg(jsonb_build_object('bucket', f.bucket, 'name', f.name)), '[]')
    from (select bucket, name from sync.released_files where released_at <= now() - interval '30 days'
      order by released_at, bucket, name limit p_limit) f);
end
$$;
comment on function public.released_files is
  'Returns stored files that no row has named for 30 days. A background job removes them.';

create function public.forget_released_files(p_files jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from sync.released_files f using jsonb_to_recordset(p_files) as g (bucket text, name text)
    where f.bucket = g.bucket and f.name = g.name;
end
$$;
comment on function public.forget_released_files is 'Deletes the records of files that were removed from storage.';

grant execute on function public.released_files(int), public.forget_released_files(jsonb) to service_role;
