-- A comment whose data is not an object is refused as `bad_document`; before, it failed the whole call.
create function sync.is_comment(p_data jsonb) returns boolean language plpgsql immutable parallel safe as $$
begin
  if jsonb_typeof(p_data) is distinct from 'object' then
    return false;
  end if;
  return sync.has_members(p_data - 'position' - 'parent_id', '{video_id,content,created_at,deleted}')
    and sync.is_uuid(p_data -> 'video_id')
    and (not p_data ? 'position' or sync.is_media_position(p_data -> 'position'))
    and (not p_data ? 'parent_id' or sync.is_uuid(p_data -> 'parent_id'))
    and sync.is_text(p_data -> 'content', 2000) and p_data ->> 'content' ~ '[^ \t\n\r]' -- COMMENT_LENGTH
    and sync.is_time(p_data -> 'created_at') and sync.is_bool(p_data -> 'deleted');
end
$$;
comment on function sync.is_comment is
  'Returns whether data is valid for the kind comment: its words, and perhaps a position and the comment it replies to.';

create or replace function sync.validate(p_kind text, p_id text, p_data jsonb) returns text
language plpgsql immutable parallel safe as $$
declare
  v_key text := substr(p_id, char_length(p_kind) + 2);
  v_is_valid boolean;
  v_named_id text;
begin
  if p_kind <> all (sync.journal_kinds()) then
    return 'unknown_kind';
  end if;
  if not starts_with(p_id, p_kind || '/') or not (case p_kind
      when 'day' then sync.is_date(v_key)
      when 'profile' then v_key = 'me'
      when 'view' then starts_with(v_key, 'news/') and sync.is_uuid(substr(v_key, 6))
      else sync.is_uuid(v_key)
    end) then
    return 'bad_id';
  end if;
  v_is_valid := case p_kind
    when 'progress' then sync.is_progress(p_data)
    when 'attempt' then sync.is_attempt(p_data)
    when 'day' then p_data = '{}'
    when 'registration' then sync.has_members(p_data, '{event_id,registered}') and sync.is_uuid(p_data -> 'event_id')
      and sync.is_bool(p_data -> 'registered')
    when 'like' then sync.has_members(p_data, '{video_id,liked}') and sync.is_uuid(p_data -> 'video_id')
      and sync.is_bool(p_data -> 'liked')
    when 'comment' then sync.is_comment(p_data)
    when 'note' then sync.is_note(p_data)
    when 'read' then sync.has_members(p_data, '{notification_id,deleted}')
      and sync.is_uuid(p_data -> 'notification_id') and sync.is_bool(p_data -> 'deleted')
    when 'profile' then sync.is_profile(p_data)
    -- CART_QUANTITY
    when 'cart' then sync.has_members(p_data, '{product_id,quantity}') and sync.is_uuid(p_data -> 'product_id')
      and sync.is_whole(p_data -> 'quantity', 999)
    when 'view' then sync.has_members(p_data, '{news_id}') and sync.is_uuid(p_data -> 'news_id')
    when 'form' then sync.is_form(p_data)
  end;
  if v_is_valid is not true then
    return 'bad_document';
  end if;
  v_named_id := case p_kind
    when 'progress' then p_data ->> 'video_id'
    when 'registration' then p_data ->> 'event_id'
    when 'like' then p_data ->> 'video_id'
    when 'read' then p_data ->> 'notification_id'
    when 'cart' then p_data ->> 'product_id'
    when 'view' then 'news/' || (p_data ->> 'news_id')
  end;
  return case when v_named_id <> v_key then 'bad_id' end;
end
$$;
revoke all on function sync.is_comment from public, anon, authenticated;
