-- What the demo accounts have done. Runs once, after seed.sql, when the accounts exist and have their plans
-- (free@, pro@, premium@, admin@, super@ sloy.test). An account that is missing is passed over; a second run changes nothing.
-- Rule: what a learner does goes through sync_push, as from a device, so that the journal, the scores, the streak,
-- the achievements, the seats and the feeds are made by the product's own rules and agree with each other.

insert into public.admin_users (email, is_super_admin) values ('admin@sloy.test', false), ('super@sloy.test', true) on conflict do nothing;

do $seed$
declare
  -- One moment for the whole run; ago(n) is that many days before, always in the past of the learner's own day.
  v_now constant timestamptz := now();
  v_today constant date := (now() at time zone 'Europe/Sofia')::date;
  v_free uuid := (select id from auth.users where email = 'free@sloy.test');
  v_pro uuid := (select id from auth.users where email = 'pro@sloy.test');
  v_premium uuid := (select id from auth.users where email = 'premium@sloy.test');
  v_admin uuid := (select id from auth.users where email = 'admin@sloy.test');
  v_super uuid := (select id from auth.users where email = 'super@sloy.test');
  v_account record;
  v_doc jsonb;
  v_answer jsonb;
begin
  if exists (select from public.video_comments where id = 'cc000000-0000-4000-8000-000000000001') then
    return;
  end if;

  update public.courses set creator_id = v_admin where creator_id is null and v_admin is not null;

  create temporary table seed_acts (n int generated always as identity, who uuid, days_ago int, id text, data jsonb) on commit drop;

  -- Names.
  insert into seed_acts (who, days_ago, id, data)
  select who, 10, 'profile/me', jsonb_build_object('fields', fields) from (values
    (v_free, '{"full_name":"Николай Тодоров"}'::jsonb),
    (v_pro, '{"full_name":"Иван Петров","job_title":"Учител по технологии","location":"Пловдив","bio":"Печатам учебни модели за класа си."}'),
    (v_premium, '{"full_name":"Елена Димитрова","job_title":"Собственик на ателие","location":"София","bio":"Малко ателие за резервни части."}'),
    (v_admin, '{"full_name":"Ани Маринова"}'),
    (v_super, '{"full_name":"Виктор Славов"}')
  ) as names (who, given), lateral (
    select jsonb_object_agg(key, jsonb_build_object('value', value, 'at', (extract(epoch from v_now - interval '10 days') * 1000)::bigint)) as fields
    from jsonb_each_text(given)
  ) as stamped;

  -- Days of activity: nine in a row and an older run for pro, three for premium, yesterday for free.
  insert into seed_acts (who, days_ago, id, data)
  select who, n, 'day/' || (v_today - n), '{}'::jsonb from (
    select v_pro, generate_series(0, 8) union all select v_pro, generate_series(12, 15)
    union all select v_premium, generate_series(0, 2) union all select v_free, 1
  ) as days (who, n);

  -- Lessons: the second one is left in the middle.
  insert into seed_acts (who, days_ago, id, data)
  select who, ago, 'progress/' || video, jsonb_build_object(
    'video_id', video, 'course_id', course, 'intervals', jsonb_build_array(jsonb_build_array(0, upto)), 'position', upto,
    'position_at', (extract(epoch from v_now - ago * interval '1 day') * 1000)::bigint, 'duration', 40000, 'completed', upto = 40000,
    'first_watched', (extract(epoch from v_now - ago * interval '1 day') * 1000)::bigint)
  from (values
    (v_pro, 8, 'd0000000-0000-4000-8000-000000000001', 'c0000000-0000-4000-8000-000000000001', 40000),
    (v_pro, 2, 'd0000000-0000-4000-8000-000000000002', 'c0000000-0000-4000-8000-000000000001', 21500),
    (v_pro, 6, 'd0000000-0000-4000-8000-000000000008', 'c0000000-0000-4000-8000-000000000003', 40000),
    (v_pro, 5, 'd0000000-0000-4000-8000-000000000009', 'c0000000-0000-4000-8000-000000000003', 40000),
    (v_premium, 1, 'd0000000-0000-4000-8000-000000000010', 'c0000000-0000-4000-8000-000000000004', 33000),
    (v_free, 1, 'd0000000-0000-4000-8000-000000000008', 'c0000000-0000-4000-8000-000000000003', 12000)
  ) as watched (who, ago, video, course, upto);

  -- Tests: two passed by pro (the second with one slip), one not passed by premium.
  insert into seed_acts (who, days_ago, id, data)
  select who, ago, 'attempt/' || attempt, jsonb_build_object(
    'test_id', test, 'started_at', started, 'finished_at', started + spent, 'time_spent', spent,
    'answers', (
      select jsonb_object_agg(q.id, jsonb_build_object('at', started + q.order_position * 20000, 'options',
        case when q.order_position <= slips then jsonb_build_array(
            (select o ->> 'id' from jsonb_array_elements(q.options) as o where not (o ->> 'isCorrect')::boolean order by 1 limit 1))
          else (select jsonb_agg(o ->> 'id' order by o ->> 'id') from jsonb_array_elements(q.options) as o where (o ->> 'isCorrect')::boolean)
        end))
      from public.test_questions as q where q.test_id = test::uuid))
  from (values
    (v_pro, 4, 'aa000000-0000-4000-8000-000000000001', 'e0000000-0000-4000-8000-000000000001', 0, 184000),
    (v_pro, 2, 'aa000000-0000-4000-8000-000000000002', 'e0000000-0000-4000-8000-000000000002', 1, 251000),
    (v_premium, 1, 'aa000000-0000-4000-8000-000000000003', 'e0000000-0000-4000-8000-000000000004', 2, 143000)
  ) as tried (who, ago, attempt, test, slips, spent), lateral (
    select (extract(epoch from v_now - ago * interval '1 day') * 1000)::bigint - spent as started
  ) as clock;

  -- Likes, comments, notes, seats (both seats of the small workshop), news opened, the cart, a notification read.
  insert into seed_acts (who, days_ago, id, data) values
  (v_pro, 8, 'like/d0000000-0000-4000-8000-000000000001', '{"video_id":"d0000000-0000-4000-8000-000000000001","liked":true}'),
  (v_premium, 2, 'like/d0000000-0000-4000-8000-000000000001', '{"video_id":"d0000000-0000-4000-8000-000000000001","liked":true}'),
  (v_pro, 8, 'comment/cc000000-0000-4000-8000-000000000001', '{"video_id":"d0000000-0000-4000-8000-000000000001","content":"Най-после разбрах защо наклонът до 45° минава без подпори. Показах клипа в клас."}'),
  (v_premium, 2, 'comment/cc000000-0000-4000-8000-000000000002', '{"video_id":"d0000000-0000-4000-8000-000000000001","content":"При мен 0,28 mm върви чудесно за резервни части – никой не гледа стъпалата."}'),
  (v_pro, 1, 'comment/cc000000-0000-4000-8000-000000000003', '{"video_id":"d0000000-0000-4000-8000-000000000001","content":"Елена, а с каква дюза? С 0,4 или с 0,6?"}'),
  (v_pro, 8, 'note/bb000000-0000-4000-8000-000000000001', '{"video_id":"d0000000-0000-4000-8000-000000000001","text":"Да покажа в клас: наклон 30°, 45° и 60° един до друг.","position":29000}'),
  (v_pro, 3, 'registration/f0000000-0000-4000-8000-000000000004', '{"event_id":"f0000000-0000-4000-8000-000000000004","registered":true}'),
  (v_premium, 3, 'registration/f0000000-0000-4000-8000-000000000004', '{"event_id":"f0000000-0000-4000-8000-000000000004","registered":true}'),
  (v_premium, 2, 'registration/f0000000-0000-4000-8000-000000000005', '{"event_id":"f0000000-0000-4000-8000-000000000005","registered":true}'),
  (v_pro, 1, 'registration/f0000000-0000-4000-8000-000000000002', '{"event_id":"f0000000-0000-4000-8000-000000000002","registered":true}'),
  (v_pro, 2, 'view/news/a0000000-0000-4000-8000-000000000001', '{"news_id":"a0000000-0000-4000-8000-000000000001"}'),
  (v_pro, 1, 'view/news/a0000000-0000-4000-8000-000000000004', '{"news_id":"a0000000-0000-4000-8000-000000000004"}'),
  (v_pro, 1, 'cart/90000000-0000-4000-8000-000000000002', '{"product_id":"90000000-0000-4000-8000-000000000002","quantity":1}'),
  (v_pro, 8, 'read/80000000-0000-4000-8000-000000000001', '{"notification_id":"80000000-0000-4000-8000-000000000001","deleted":false}');

  -- Notifications: all unread until their reader says otherwise.
  insert into public.notifications (id, user_id, title, message, type, link, created_at)
  select id::uuid, who, title, message, type, link, v_now - ago * interval '1 day' from (values
    ('80000000-0000-4000-8000-000000000001', v_pro, 'Добре дошли в „Слой“', 'Започнете с „Основи на 3D печата“ – първият урок трае 40 секунди.', 'info', '/course/c0000000-0000-4000-8000-000000000001', 9),
    ('80000000-0000-4000-8000-000000000002', v_pro, 'Започна „Седмица на калибрирането“', 'Днешната задача: стъпки на екструдера. Картата за измерванията е в ресурсите.', 'info', '/dashboard', 1),
    ('80000000-0000-4000-8000-000000000003', v_pro, 'Две нови числа за Вашата ролка', 'Урокът „Температура и ретракция“ Ви очаква.', 'success', '/video/d0000000-0000-4000-8000-000000000006/c0000000-0000-4000-8000-000000000002', 0),
    ('80000000-0000-4000-8000-000000000004', v_premium, 'Нов курс за Premium', '„Функционални детайли“ е достъпен. Първият урок е за зъбните колела.', 'success', '/course/c0000000-0000-4000-8000-000000000004', 2),
    ('80000000-0000-4000-8000-000000000005', v_premium, 'Срокът на картата изтича', 'Картата, с която плащате, е валидна до края на месеца. Обновете я, за да не прекъсне достъпът.', 'warning', '/settings', 1),
    ('80000000-0000-4000-8000-000000000006', v_free, 'Добре дошли в „Слой“', 'Курсът „Първи стъпки“ е безплатен и е цял.', 'info', '/dashboard_free', 1),
    ('80000000-0000-4000-8000-000000000007', v_admin, 'Снимката към новина не се качи', 'Файлът е над 5 MB. Намалете го и опитайте отново.', 'error', '/admin/dashboard', 1)
  ) as sent (id, who, title, message, type, link, ago)
  where who is not null
  on conflict do nothing;

  insert into public.user_bookmarks (user_id, video_id)
  select v_premium, 'd0000000-0000-4000-8000-000000000006'::uuid where v_premium is not null
  on conflict do nothing;

  insert into public.payments (id, user_id, email, subscription_id, provider_event_id, amount, currency, status, description, plan_type, period_start, period_end, created_at)
  select '60000000-0000-4000-8000-000000000001'::uuid, v_premium, 'premium@sloy.test', 'sub_demo_premium', 'evt_demo_premium', 3000, 'EUR', 'succeeded', 'Premium, месечен абонамент', 'premium',
    v_now - interval '12 days', v_now + interval '18 days', v_now - interval '12 days'
  where v_premium is not null
  on conflict do nothing;

  for v_account in select distinct who from seed_acts where who is not null loop
    perform set_config('request.jwt.claim.sub', v_account.who::text, true);
    perform set_config('request.jwt.claim.role', 'authenticated', true);
    perform set_config('request.jwt.claims', jsonb_build_object('sub', v_account.who, 'role', 'authenticated',
      'email', (select email from auth.users where id = v_account.who))::text, true);
    for v_doc in
      select jsonb_build_object('id', id, 'kind', split_part(id, '/', 1), 'at', at, 'active_on', (v_today - days_ago)::text, 'rev', 0, 'data',
        case split_part(id, '/', 1)
          when 'comment' then data || jsonb_build_object('created_at', at, 'deleted', false)
          when 'note' then jsonb_build_object('video_id', data -> 'video_id', 'versions',
            jsonb_build_array((data - 'video_id') || jsonb_build_object('at', at, 'deleted', false)))
          else data
        end)
      from (select *, (extract(epoch from v_now - days_ago * interval '1 day') * 1000)::bigint as at from seed_acts) as acts
      where who = v_account.who order by days_ago desc, n
    loop
      v_answer := public.sync_push(json_build_array(v_doc))::jsonb -> 0;
      if v_answer ->> 'status' not in ('applied', 'same', 'merged') then
        raise exception 'seed: % was answered with %', v_doc ->> 'id', v_answer;
      end if;
    end loop;
  end loop;
  perform set_config('request.jwt.claim.sub', '', true), set_config('request.jwt.claim.role', '', true), set_config('request.jwt.claims', '', true);
end
$seed$;
