-- A title has a visible character: zero-width characters are none. Files of courses and lessons follow the rule, too.

create function sync.is_blank(p_text text) returns boolean language sql immutable set search_path = '' as $$
  select sync.trim_text(translate(p_text, E'\u200b\u200c\u200d\u2060', '')) = ''
$$;
comment on function sync.is_blank is
  'True for a text of only blanks and zero-width characters; twin of isBlank() in the browser.';
revoke all on function sync.is_blank(text) from public;

create or replace function sync.require_text() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_new constant jsonb := to_jsonb(new);
  v_old constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  v_column text;
begin
  -- The arguments name columns. This trigger runs after the write, so that constraints of the columns report first.
  -- Values that were stored before this rule may stay.
  foreach v_column in array tg_argv loop
    if sync.is_blank(v_new ->> v_column) and v_new -> v_column is distinct from v_old -> v_column then
      raise exception using errcode = 'check_violation', message = 'bad_argument', detail = v_column;
    end if;
  end loop;
  return null;
end
$$;
comment on function sync.require_text is
  'Rejects a text that has no visible character, for example tabs, no-break or zero-width spaces.';

create or replace function sync.copied_title(p_title text, p_otherwise text) returns text
language sql immutable set search_path = '' as $$
  select case when not sync.is_blank(p_title) then sync.trim_text(p_title) else p_otherwise end
$$;

create or replace function public.duplicate_course(p_course uuid, p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_lesson record; v_test record; v_file record; v_id uuid;
  -- Ids of the copied lessons and course files by the ids of the originals.
  v_copies jsonb := '{}';
begin
  perform sync.require_admin();
  insert into public.courses (id, title, description, plan_type, category, instructor, thumbnail_url, shape, hue,
      creator_id)
    select p_id, left(sync.copied_title(title, 'Без заглавие'), 290) || ' (копие)', description, plan_type, category,
      instructor, sync.copied_picture(thumbnail_url), shape, hue, (select auth.uid())
    from public.courses where id = p_course and deleted_at is null
    on conflict (id) do nothing;
  if found then
    -- A file without a valid address is not copied: nobody can open it.
    for v_file in select *, sync.copied_address(file_url) as address from public.course_resources
      where course_id = p_course and deleted_at is null and sync.copied_address(file_url) is not null loop
      v_id := gen_random_uuid();
      v_copies := v_copies || jsonb_build_object(v_file.id, v_id);
      insert into public.course_resources (id, course_id, title, file_url, file_name, file_size, file_type, is_visible)
        values (v_id, p_id, sync.copied_title(v_file.title, v_file.file_name), v_file.address, v_file.file_name,
          v_file.file_size, v_file.file_type, v_file.is_visible);
    end loop;
    for v_lesson in select * from public.videos where course_id = p_course and deleted_at is null
      order by order_position loop
      v_id := gen_random_uuid();
      v_copies := v_copies || jsonb_build_object(v_lesson.id, v_id);
      insert into public.videos (id, course_id, title, description, video_url, media_bytes, captions, duration_seconds,
          order_position, thumbnail_url, is_free_preview, chapters, status)
        values (v_id, p_id, sync.copied_title(v_lesson.title, 'Урок ' || v_lesson.order_position),
          v_lesson.description, sync.copied_address(v_lesson.video_url), v_lesson.media_bytes, v_lesson.captions,
          v_lesson.duration_seconds, v_lesson.order_position, sync.copied_picture(v_lesson.thumbnail_url),
          v_lesson.is_free_preview, v_lesson.chapters, 'draft');
      insert into public.video_resources (video_id, title, file_url, file_name, file_size, file_type,
          course_resource_id)
        select v_id, sync.copied_title(r.title, r.file_name), sync.copied_address(r.file_url), r.file_name, r.file_size,
          r.file_type, (v_copies ->> r.course_resource_id::text)::uuid
        from public.video_resources r where r.video_id = v_lesson.id and r.deleted_at is null
          and sync.copied_address(r.file_url) is not null
          and (r.course_resource_id is null or v_copies ? r.course_resource_id::text);
    end loop;
    for v_test in select * from public.tests where course_id = p_course and deleted_at is null loop
      v_id := gen_random_uuid();
      insert into public.tests (id, video_id, course_id, title, emoji, description, passing_score, time_limit, shuffle,
          max_attempts, status, graded)
        values (v_id, (v_copies ->> v_test.video_id::text)::uuid, p_id, sync.copied_title(v_test.title, 'Тест'),
          v_test.emoji, v_test.description, v_test.passing_score, v_test.time_limit, v_test.shuffle,
          v_test.max_attempts, 'draft', v_test.graded);
      insert into public.test_questions (test_id, text, type, options, points, order_position, explanation, image_url)
        select v_id, text, type, options, points, order_position, explanation, image_url
        from public.test_questions where test_id = v_test.id;
    end loop;
  end if;
  if not exists (select from public.courses where id = p_id) then perform sync.refuse('not_found'); end if;
  return (select to_jsonb(c) from public.courses c where c.id = p_id);
end
$$;

create trigger title_given after insert or update of title on public.course_resources for each row
  execute function sync.require_text('title');
create trigger title_given after insert or update of title on public.video_resources for each row
  execute function sync.require_text('title');
