-- Rows name pictures of our own storage by their path: an absolute address breaks when the server gets another host.

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
  -- The argument is the column of the picture.
  return jsonb_populate_record(new, jsonb_build_object(tg_argv[0], sync.portable_url(to_jsonb(new) ->> tg_argv[0])));
end
$$;
comment on function sync.store_portable_url is 'Stores a picture of our own as a path without the name of the server.';

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

update public.courses set thumbnail_url = sync.portable_url(thumbnail_url) where thumbnail_url ~* '^https?://' and sync.portable_url(thumbnail_url) <> thumbnail_url;
update public.videos set thumbnail_url = sync.portable_url(thumbnail_url) where thumbnail_url ~* '^https?://' and sync.portable_url(thumbnail_url) <> thumbnail_url;
update public.test_questions set image_url = sync.portable_url(image_url) where image_url ~* '^https?://' and sync.portable_url(image_url) <> image_url;
update public.certificates set template_url = sync.portable_url(template_url) where template_url ~* '^https?://' and sync.portable_url(template_url) <> template_url;
update public.events set image_url = sync.portable_url(image_url) where image_url ~* '^https?://' and sync.portable_url(image_url) <> image_url;
update public.news set image_url = sync.portable_url(image_url) where image_url ~* '^https?://' and sync.portable_url(image_url) <> image_url;
-- The drawings of earned certificates never change otherwise.
alter table public.user_certificates disable trigger keep_drawing;
update public.user_certificates
  set drawing = jsonb_set(drawing, '{template_url}', to_jsonb(sync.portable_url(drawing ->> 'template_url')))
  where drawing ->> 'template_url' ~* '^https?://'
    and sync.portable_url(drawing ->> 'template_url') <> drawing ->> 'template_url';
alter table public.user_certificates enable trigger keep_drawing;

revoke all on function sync.portable_url(text), sync.store_portable_url() from public;
