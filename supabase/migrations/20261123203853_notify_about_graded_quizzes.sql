-- Only the server scores a graded quiz, so it also tells the learner the result.
create function sync.notify_result() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_title text;
begin
  -- The device scores other quizzes by itself.
  if not sync.is_graded(new.test_id) then return null; end if;
  select title into v_title from public.tests where id = new.test_id;
  perform sync.notify(new.user_id, 'lesson', 'result:' || new.id, case when new.passed then 'success' else 'info' end,
    'Тестът е оценен', '„' || v_title || '“: ' || new.score || '%, ' || case when new.passed then 'издържан'
      else 'неиздържан' end || '.', '/test/' || new.test_id);
  return null;
end
$$;
comment on function sync.notify_result is 'Tells a learner the score of a graded quiz.';
create trigger notify after insert on public.test_results for each row execute function sync.notify_result();

revoke all on all functions in schema sync from public;
