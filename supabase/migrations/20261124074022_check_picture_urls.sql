-- Addresses of pictures have the scheme http or https, or are paths of our own storage.

create function sync.require_picture_url() returns trigger language plpgsql set search_path = '' as $$
begin
  -- The argument is the column of the picture. Rows from before this rule keep their value.
  if tg_op = 'UPDATE' and to_jsonb(new) ->> tg_argv[0] is not distinct from to_jsonb(old) ->> tg_argv[0] then return new; end if;
  raise exception using errcode = 'P0001', message = 'bad_argument', detail = tg_argv[0];
end
$$;
comment on function sync.require_picture_url is
  'Rejects a picture whose address has another scheme than http or https, for example javascript:.';
revoke all on function sync.require_picture_url() from public;

create trigger picture_url before insert or update of thumbnail_url on public.courses for each row
  when (new.thumbnail_url ~ '^[^/?#]*:' and new.thumbnail_url !~* '^https?://') execute function sync.require_picture_url('thumbnail_url');
create trigger picture_url before insert or update of thumbnail_url on public.videos for each row
  when (new.thumbnail_url ~ '^[^/?#]*:' and new.thumbnail_url !~* '^https?://') execute function sync.require_picture_url('thumbnail_url');
create trigger picture_url before insert or update of template_url on public.certificates for each row
  when (new.template_url ~ '^[^/?#]*:' and new.template_url !~* '^https?://') execute function sync.require_picture_url('template_url');
create trigger picture_url before insert or update of image_url on public.events for each row
  when (new.image_url ~ '^[^/?#]*:' and new.image_url !~* '^https?://') execute function sync.require_picture_url('image_url');
create trigger picture_url before insert or update of image_url on public.news for each row
  when (new.image_url ~ '^[^/?#]*:' and new.image_url !~* '^https?://') execute function sync.require_picture_url('image_url');
create trigger picture_url before insert or update of image_url on public.products for each row
  when (new.image_url ~ '^[^/?#]*:' and new.image_url !~* '^https?://') execute function sync.require_picture_url('image_url');
