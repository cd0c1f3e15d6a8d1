-- A comment of a blocked account gets its own rejection code, because the text for `forbidden` says that the plan does not allow it.

create or replace function sync.apply_comment(p_user uuid, p_id uuid, p_video uuid, p_content text, p_created_at timestamptz,
  p_deleted boolean, p_position int default null, p_parent uuid default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (select from public.video_comments where id = p_id and user_id <> p_user)
    then perform sync.reject('duplicate'); end if;
  if p_deleted then
    delete from public.video_comments where id = p_id;
    return;
  end if;
  if exists (select from public.profiles where id = p_user and blocked_at is not null)
    then perform sync.reject('blocked'); end if;
  perform sync.require_discussion_access(p_user, p_video, p_created_at);
  if coalesce(btrim(p_content, E' \t\r\n'), '') = '' or char_length(p_content) > 2000
    then perform sync.reject('bad_document'); end if;
  -- Position and parent are set at the insert only: they never change.
  insert into public.video_comments as c (id, video_id, user_id, content, created_at, position, parent_id)
    values (p_id, p_video, p_user, p_content, p_created_at, p_position, p_parent)
    on conflict (id) do update set content = btrim(p_content, E' \t\r\n'), created_at = excluded.created_at
    where (c.content, c.created_at) is distinct from (excluded.content, excluded.created_at);
exception
  -- The answered comment was deleted, belongs to another lesson, or is a reply itself.
  when check_violation then perform sync.reject('not_found');
end
$$;

create or replace function sync.code_message(p_code text) returns text language sql immutable parallel safe as $$
  select coalesce('{
    "bad_document": "The document has another form than its kind.",
    "unknown_kind": "The server does not know this kind of document.",
    "bad_id": "The id is not that of such a document.",
    "too_large": "The document is larger than 700,000 bytes.",
    "forbidden": "This account may not do this.",
    "blocked": "This account may no longer comment.",
    "not_found": "What the document is about does not exist.",
    "event_full": "The event has no free seat.",
    "event_closed": "The event takes no registrations.",
    "attempts_exhausted": "The test allows no further attempt.",
    "clock": "The date is in the future.",
    "duplicate": "The id belongs to something else.",
    "sign_in": "Without an account only forms can be sent.",
    "too_many": "This account sent too many of these today."
  }'::jsonb ->> p_code, 'The server could not do this now.')
$$;

create or replace function sync.push_rejection(p_user uuid, p_raw json, p_state text, p_message text) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  v_doc_id text;
  v_stored jsonb;
  v_code text := case
    when p_state = 'P0001' and p_message in ('bad_document', 'unknown_kind', 'bad_id', 'too_large', 'forbidden',
      'blocked', 'not_found', 'event_full', 'event_closed',
      'attempts_exhausted', 'clock', 'duplicate', 'sign_in', 'too_many') then p_message
    when p_state = '23505' then 'duplicate'
    when p_state in ('23503', 'P0002') then 'not_found'
    when p_state = '42501' then 'forbidden'
    -- The server lacks the table or function of this kind, so a retry would not help.
    when p_state in ('42P01', '42703', '42883') then 'unknown_kind'
    when p_state = 'P0001' or left(p_state, 2) in ('22', '23', '54') then 'bad_document'
  end;
begin
  begin
    v_doc_id := case when json_typeof(p_raw) = 'object' and json_typeof(p_raw -> 'id') = 'string'
      then left(p_raw ->> 'id', 200) end;
    v_stored := sync.stored_doc(p_user, v_doc_id);
  exception when others then null; -- an id with characters that text cannot hold
  end;
  if v_code is null then
    raise warning 'sync_push will be asked again for %: % %', v_doc_id, p_state, p_message;
    return jsonb_build_object('id', v_doc_id, 'status', 'retry', 'message', sync.code_message(null));
  end if;
  return jsonb_build_object('id', v_doc_id, 'status', 'rejected', 'code', v_code, 'message', sync.code_message(v_code))
    || case when v_stored is null then '{}' else jsonb_build_object('doc', v_stored) end;
end
$$;
