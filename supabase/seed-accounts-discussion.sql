-- Comments about a moment of a lesson, with replies. Runs once, after seed-accounts.sql. A separate file, so that it also runs in databases
-- that already have the demo accounts. Skips missing accounts; a second run changes nothing.

select set_config('sync.skip_notifications', 'on', true);

do $seed$
declare
  v_now constant timestamptz := now();
  v_account record;
  v_answer jsonb;
begin
  for v_account in
    select u.id as who, u.email, json_agg(json_build_object('id', 'comment/' || c.id, 'kind', 'comment', 'rev', 0,
        'at', t.at, 'active_on', to_char((v_now - c.ago) at time zone 'Europe/Sofia', 'YYYY-MM-DD'),
        'data', jsonb_strip_nulls(jsonb_build_object('video_id', 'd0000000-0000-4000-8000-0000000000' || c.lesson, 'content', c.content,
          'position', c.position, 'parent_id', c.parent)) || jsonb_build_object('created_at', t.at, 'deleted', false)) order by c.turn) as docs,
      -- A reply needs the comment that it answers, so the accounts push in the order of their first comments.
      min(c.turn) as turn
    from (values
      (1, 'georgi.stanchev@example.com', 'cc000000-0000-4000-8000-000000000031', '06', 12000, null, interval '6 days',
        'Тук при мен кулата се люлее и горните етажи излизат криви. И при вас ли?'),
      (2, 'ralitsa.nakova@example.com', 'cc000000-0000-4000-8000-000000000032', '06', 36000, null, interval '5 days',
        'Този преход между етажите: сменя се само температурата, нали?'),
      (3, 'ralitsa.nakova@example.com', 'cc000000-0000-4000-8000-000000000033', '06', null, 'cc000000-0000-4000-8000-000000000031',
        interval '5 days', 'Сложете периферия от 5 mm и забавете външната стена – моята спря да се клати.'),
      (4, 'dimitar.angelov@example.com', 'cc000000-0000-4000-8000-000000000034', '13', 15000, null, interval '4 days',
        'Откъде се включва този цветен преглед на линиите?'),
      (5, 'yana.kostadinova@example.com', 'cc000000-0000-4000-8000-000000000035', '26', 20000, null, interval '3 days',
        'Спрете тук и погледнете катинарчето: точно това ми липсваше.'),
      (6, 'admin@sloy.test', 'cc000000-0000-4000-8000-000000000036', '06', null, 'cc000000-0000-4000-8000-000000000032', interval '4 days',
        'Да, само температурата. Скоростта и вентилаторът остават еднакви, иначе не знаем кое е помогнало.'),
      (7, 'admin@sloy.test', 'cc000000-0000-4000-8000-000000000037', '13', null, 'cc000000-0000-4000-8000-000000000034', interval '3 days',
        'От „Преглед“, после изберете оцветяване по вид линия.')
    ) as c (turn, email, id, lesson, position, parent, ago, content)
    join auth.users u on u.email = c.email,
      lateral (select (extract(epoch from v_now - c.ago) * 1000)::bigint as at) as t
    where not exists (select from public.video_comments k where k.id = c.id::uuid)
    group by u.id, u.email order by 4
  loop
    perform set_config('request.jwt.claim.sub', v_account.who::text, true);
    perform set_config('request.jwt.claim.role', 'authenticated', true);
    perform set_config('request.jwt.claims',
      jsonb_build_object('sub', v_account.who, 'role', 'authenticated', 'email', v_account.email)::text, true);
    v_answer := public.sync_push(v_account.docs)::jsonb;
    if exists (select from jsonb_array_elements(v_answer) as a where a ->> 'status' not in ('applied', 'same', 'merged')) then
      raise exception 'seed: % was answered with %', v_account.email, v_answer;
    end if;
  end loop;
  perform set_config('request.jwt.claim.sub', '', true), set_config('request.jwt.claim.role', '', true), set_config('request.jwt.claims', '', true);
end
$seed$;
