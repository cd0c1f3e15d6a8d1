-- An event keeps at least as many seats as learners hold.

-- Registrations lock the event, so the number of taken seats is exact here.
create function sync.check_seats() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.max_participants < new.current_participants then
    raise exception 'seats_taken' using errcode = 'P0001', detail = new.current_participants::text;
  end if;
  return new;
end
$$;
comment on function sync.check_seats is
  'Raises seats_taken, with the number of taken seats, when an edit leaves an event fewer seats than that.';
revoke all on function sync.check_seats() from public;
create trigger seats before update of max_participants on public.events for each row
  when (new.max_participants is distinct from old.max_participants) execute function sync.check_seats();
