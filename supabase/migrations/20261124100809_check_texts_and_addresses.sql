-- The server checks titles, addresses of files and course files as strictly as the console does.

create function sync.trim_text(p_text text) returns text language sql immutable set search_path = '' as $$
  select btrim(p_text, E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a'
    || E'\u2028\u2029\u202f\u205f\u3000\ufeff')
$$;
comment on function sync.trim_text is 'A text without the blanks around it; twin of trim() in the browser.';

create function sync.require_text() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_new constant jsonb := to_jsonb(new);
  v_old constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  v_column text;
begin
  -- The arguments are columns. The checks of the columns come first. Rows from before this rule keep their value.
  foreach v_column in array tg_argv loop
    if sync.trim_text(v_new ->> v_column) = '' and v_new -> v_column is distinct from v_old -> v_column then
      raise exception using errcode = 'check_violation', message = 'bad_argument', detail = v_column;
    end if;
  end loop;
  return null;
end
$$;
comment on function sync.require_text is
  'Rejects a title that has no visible character, for example tabs or no-break spaces.';
create trigger title_given after insert or update of title on public.courses for each row
  execute function sync.require_text('title');
create trigger title_given after insert or update of title on public.videos for each row
  execute function sync.require_text('title');
create trigger title_given after insert or update of title on public.tests for each row
  execute function sync.require_text('title');
create trigger title_given after insert or update of title on public.certificates for each row
  execute function sync.require_text('title');
create trigger title_given after insert or update of title on public.events for each row
  execute function sync.require_text('title');
create trigger title_given after insert or update of title on public.news for each row
  execute function sync.require_text('title');
create trigger title_given after insert or update of name on public.course_templates for each row
  execute function sync.require_text('name');
create trigger title_given after insert or update of title, message on public.notification_sends for each row
  execute function sync.require_text('title', 'message');

create function sync.require_file_address() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_value constant text := to_jsonb(new) ->> tg_argv[0];
begin
  -- The argument is the column of the file. Its check comes first. Rows from before this rule keep their value.
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

create function sync.is_resource_file(p_name text, p_type text) returns boolean
language sql immutable set search_path = '' as $$
  -- Twin: resourceTypes in src/config/resource-types.ts. A hosted project stores the type that the client declares.
  select p_name ~* ('\.(pdf|zip|stl|3mf|obj|glb|gltf|ply|step|stp|iges|igs|gcode|scad|ini|txt|md|csv|vtt|json'
      || '|curaprofile|f3d|fcstd|blend|dxf|dwg|doc|docx|xls|xlsx|ppt|pptx|odt|ods|odp|png|jpg'
      || '|jpeg|webp|gif|mp4|webm|mp3)$')
    and coalesce(p_type, '') !~* '(html|svg|javascript|ecmascript)'
$$;
comment on function sync.is_resource_file is
  'Returns whether a course file may be stored: a listed extension, and a type that a browser does not run as a page.';

revoke all on function sync.trim_text(text), sync.require_text(), sync.require_file_address(),
  sync.is_resource_file(text, text) from public;
grant execute on function sync.is_resource_file(text, text) to authenticated, service_role;

alter policy "administrators add files" on storage.objects
  with check (bucket_id in ('videos', 'images', 'resources', 'certificate-templates')
    and (bucket_id <> 'resources' or sync.is_resource_file(name, metadata ->> 'mimetype'))
    and (select public.is_admin()));
alter policy "administrators replace files" on storage.objects
  with check (bucket_id in ('videos', 'images', 'resources', 'certificate-templates')
    and (bucket_id <> 'resources' or sync.is_resource_file(name, metadata ->> 'mimetype'))
    and (select public.is_admin()));
