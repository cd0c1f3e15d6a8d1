-- What the demo accounts and five fellow learners have done. Runs once, after seed/*.sql, when the demo accounts exist and have their plans
-- (free@, pro@, premium@, admin@, super@ sloy.test). Skips missing accounts; a second run changes nothing.
-- Rule: everything that a learner does goes through sync_push, as from a device, so that journal, scores, streaks, achievements, seats and feeds
-- follow the product's rules and agree with each other.

-- Create no automatic notifications about these old facts; the notifications are inserted below.
select set_config('sync.skip_notifications', 'on', true);

insert into public.admin_users (email, is_super_admin) values ('admin@sloy.test', false), ('super@sloy.test', true) on conflict do nothing;

-- The fellow learners have no password and their e-mail addresses do not exist, so nobody can sign in as one of them.
insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data, created_at)
select id::uuid, email, now(), jsonb_build_object('full_name', name), now() - interval '70 days' from (values
  ('fe000000-0000-4000-8000-000000000001', 'petar.vasilev@example.com', 'Петър Василев'),
  ('fe000000-0000-4000-8000-000000000002', 'ralitsa.nakova@example.com', 'Ралица Накова'),
  ('fe000000-0000-4000-8000-000000000003', 'georgi.stanchev@example.com', 'Георги Станчев'),
  ('fe000000-0000-4000-8000-000000000004', 'yana.kostadinova@example.com', 'Яна Костадинова'),
  ('fe000000-0000-4000-8000-000000000005', 'dimitar.angelov@example.com', 'Димитър Ангелов')
) as fellows (id, email, name)
on conflict do nothing;

-- They pay monthly at the sandbox provider, which renews them at the end of the period. The invoices so far are inserted below.
with payers (name, plan, months) as (values ('petar.vasilev', 'pro', 2), ('ralitsa.nakova', 'premium', 3), ('georgi.stanchev', 'pro', 2),
    ('yana.kostadinova', 'premium', 3), ('dimitar.angelov', 'pro', 1)
), terms as (
  select 'sub_seed_' || p.name as id, s.user_id, s.email, p.plan, p.months, now() - interval '10 days' as starts, now() + interval '20 days' as ends,
    now() - (p.months * 30 - 20) * interval '1 day' as started
  from payers p join public.user_subscriptions s on s.email = p.name || '@example.com' and s.paid_plan is null
), contracts as (
  insert into billing.test_objects (id, kind, owner, version, due_at, body)
  select id, 'subscription', user_id, 1, ends, jsonb_build_object('uid', user_id, 'email', email, 'plan', plan, 'period', 'monthly', 'status', 'active',
    'start', (extract(epoch from starts) * 1000)::bigint, 'end', (extract(epoch from ends) * 1000)::bigint, 'day', extract(day from starts)::int,
    'trial_end', null, 'cancel_at_period_end', false, 'started_at', (extract(epoch from started) * 1000)::bigint, 'credit', 0, 'card', 'pays',
    'failed_at', null, 'invoices', months)
  from terms on conflict do nothing returning id
)
select billing.write_subscription(nextval('billing.tickets'), jsonb_build_object('id', id, 'provider', 'test', 'customer_id', 'cus_test_' || user_id,
  'user_id', user_id, 'email', email, 'plan', plan, 'period', 'monthly', 'status', 'active', 'current_period_end', ends, 'cancel_at_period_end', false,
  'started_at', started)) from terms join contracts using (id);

do $seed$
declare
  -- The same moment for the whole run.
  v_now constant timestamptz := now();
  v_today constant date := (now() at time zone 'Europe/Sofia')::date;
  v_free uuid := (select id from auth.users where email = 'free@sloy.test');
  v_pro uuid := (select id from auth.users where email = 'pro@sloy.test');
  v_premium uuid := (select id from auth.users where email = 'premium@sloy.test');
  v_admin uuid := (select id from auth.users where email = 'admin@sloy.test');
  v_super uuid := (select id from auth.users where email = 'super@sloy.test');
  v_petar constant uuid := 'fe000000-0000-4000-8000-000000000001';
  v_ralitsa constant uuid := 'fe000000-0000-4000-8000-000000000002';
  v_georgi constant uuid := 'fe000000-0000-4000-8000-000000000003';
  v_yana constant uuid := 'fe000000-0000-4000-8000-000000000004';
  v_dimitar constant uuid := 'fe000000-0000-4000-8000-000000000005';
  v_account record;
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
    (v_super, '{"full_name":"Виктор Славов"}'),
    (v_ralitsa, '{"full_name":"Ралица Накова","job_title":"Дизайнер на играчки","location":"Варна"}'),
    (v_dimitar, '{"full_name":"Димитър Ангелов","job_title":"Студент по мехатроника","location":"Русе"}')
  ) as names (who, given), lateral (
    select jsonb_object_agg(key, jsonb_build_object('value', value, 'at', (extract(epoch from v_now - interval '10 days') * 1000)::bigint)) as fields
    from jsonb_each_text(given)
  ) as stamped;

  -- Days of activity: nine in a row and an older run for pro, three for premium, yesterday for free.
  insert into seed_acts (who, days_ago, id, data)
  select who, n, 'day/' || (v_today - n), '{}'::jsonb from (
    select v_pro, generate_series(0, 8) union all select v_pro, generate_series(12, 15)
    union all select v_premium, generate_series(0, 2) union all select v_free, 1
    union all select v_petar, unnest(array[3, 6]) union all select v_ralitsa, unnest(array[0, 1, 5, 6, 9])
    union all select v_georgi, unnest(array[2, 7]) union all select v_yana, generate_series(3, 5) union all select v_dimitar, unnest(array[8, 10])
  ) as days (who, n);

  -- Lessons: watched up to the given second, otherwise to the end. Pro stopped in the middle of „От модел до G-code“ and „Пълнеж“.
  insert into seed_acts (who, days_ago, id, data)
  select who, ago, 'progress/' || v.id, jsonb_build_object(
    'video_id', v.id, 'course_id', v.course_id, 'intervals', jsonb_build_array(jsonb_build_array(0, reached)), 'position', reached,
    'position_at', (extract(epoch from v_now - ago * interval '1 day') * 1000)::bigint, 'duration', v.duration_seconds * 1000,
    'completed', seconds is null, 'first_watched', (extract(epoch from v_now - ago * interval '1 day') * 1000)::bigint)
  from (values
    (v_pro, 8, 'd0000000-0000-4000-8000-000000000001'::uuid, null),
    (v_pro, 2, 'd0000000-0000-4000-8000-000000000002'::uuid, 21.5),
    (v_pro, 6, 'd0000000-0000-4000-8000-000000000008'::uuid, null),
    (v_pro, 5, 'd0000000-0000-4000-8000-000000000009'::uuid, null),
    (v_pro, 4, 'd0000000-0000-4000-8000-000000000011'::uuid, null),
    (v_pro, 4, 'd0000000-0000-4000-8000-000000000005'::uuid, null),
    (v_pro, 3, 'd0000000-0000-4000-8000-000000000006'::uuid, null),
    (v_pro, 2, 'd0000000-0000-4000-8000-000000000013'::uuid, null),
    (v_pro, 1, 'd0000000-0000-4000-8000-000000000014'::uuid, 33),
    (v_pro, 2, 'd0000000-0000-4000-8000-000000000017'::uuid, null),
    (v_premium, 2, 'd0000000-0000-4000-8000-000000000026'::uuid, null),
    (v_premium, 2, 'd0000000-0000-4000-8000-000000000027'::uuid, null),
    (v_premium, 1, 'd0000000-0000-4000-8000-000000000028'::uuid, null),
    (v_premium, 1, 'd0000000-0000-4000-8000-000000000010'::uuid, 33),
    (v_premium, 2, 'd0000000-0000-4000-8000-000000000022'::uuid, null),
    (v_premium, 1, 'd0000000-0000-4000-8000-000000000023'::uuid, 41),
    (v_free, 1, 'd0000000-0000-4000-8000-000000000008'::uuid, 12),
    (v_free, 1, 'd0000000-0000-4000-8000-000000000013'::uuid, 18),
    (v_petar, 6, 'd0000000-0000-4000-8000-000000000004'::uuid, null),
    (v_petar, 3, 'd0000000-0000-4000-8000-000000000016'::uuid, null),
    (v_ralitsa, 9, 'd0000000-0000-4000-8000-000000000011'::uuid, null),
    (v_ralitsa, 5, 'd0000000-0000-4000-8000-000000000018'::uuid, null),
    (v_ralitsa, 1, 'd0000000-0000-4000-8000-000000000026'::uuid, null),
    (v_georgi, 7, 'd0000000-0000-4000-8000-000000000006'::uuid, null),
    (v_georgi, 2, 'd0000000-0000-4000-8000-000000000020'::uuid, null),
    (v_yana, 5, 'd0000000-0000-4000-8000-000000000005'::uuid, null),
    (v_yana, 3, 'd0000000-0000-4000-8000-000000000022'::uuid, null),
    (v_dimitar, 10, 'd0000000-0000-4000-8000-000000000008'::uuid, null),
    (v_dimitar, 8, 'd0000000-0000-4000-8000-000000000013'::uuid, null)
  ) as watched (who, ago, video, seconds) join public.videos v on v.id = video, lateral (
    select (coalesce(seconds, v.duration_seconds) * 1000)::int as reached
  ) as ends;

  -- The accounts must be older than the facts.
  update public.profiles set created_at = v_now - interval '120 days' where id in (v_pro, v_premium);

  -- Quizzes: pro passed five (three with a mistake) and failed one; premium passed one and failed one.
  insert into seed_acts (who, days_ago, id, data)
  select who, ago, 'attempt/' || attempt, jsonb_build_object(
    'test_id', test, 'started_at', started, 'finished_at', started + spent, 'time_spent', spent,
    'answers', (
      select jsonb_object_agg(q.id, jsonb_build_object('at', started + q.order_position * 15000, 'options',
        case when q.order_position <= slips then jsonb_build_array(
            (select o ->> 'id' from jsonb_array_elements(q.options) as o where not (o ->> 'isCorrect')::boolean order by 1 limit 1))
          else (select jsonb_agg(o ->> 'id' order by o ->> 'id') from jsonb_array_elements(q.options) as o where (o ->> 'isCorrect')::boolean)
        end))
      from public.test_questions as q where q.test_id = test::uuid))
  from (values
    (v_pro, 4, 'aa000000-0000-4000-8000-000000000001', 'e0000000-0000-4000-8000-000000000001', 0, 184000),
    (v_pro, 2, 'aa000000-0000-4000-8000-000000000002', 'e0000000-0000-4000-8000-000000000002', 1, 251000),
    (v_premium, 1, 'aa000000-0000-4000-8000-000000000003', 'e0000000-0000-4000-8000-000000000004', 2, 143000),
    (v_pro, 3, 'aa000000-0000-4000-8000-000000000004', 'e0000000-0000-4000-8000-000000000006', 0, 127000),
    (v_pro, 3, 'aa000000-0000-4000-8000-000000000007', 'e0000000-0000-4000-8000-000000000008', 1, 163000),
    (v_pro, 2, 'aa000000-0000-4000-8000-000000000008', 'e0000000-0000-4000-8000-000000000009', 1, 204000),
    (v_pro, 1, 'aa000000-0000-4000-8000-000000000005', 'e0000000-0000-4000-8000-000000000003', 2, 216000),
    (v_premium, 2, 'aa000000-0000-4000-8000-000000000006', 'e0000000-0000-4000-8000-000000000009', 1, 198000)
  ) as tried (who, ago, attempt, test, slips, spent), lateral (
    select (extract(epoch from v_now - ago * interval '1 day') * 1000)::bigint - spent as started
  ) as clock;

  -- Likes, notes, registrations (both seats of the small workshop), opened news, the cart, a read notification.
  insert into seed_acts (who, days_ago, id, data) values
  (v_pro, 8, 'like/d0000000-0000-4000-8000-000000000001', '{"video_id":"d0000000-0000-4000-8000-000000000001","liked":true}'),
  (v_premium, 2, 'like/d0000000-0000-4000-8000-000000000001', '{"video_id":"d0000000-0000-4000-8000-000000000001","liked":true}'),
  (v_pro, 3, 'like/d0000000-0000-4000-8000-000000000006', '{"video_id":"d0000000-0000-4000-8000-000000000006","liked":true}'),
  (v_premium, 1, 'like/d0000000-0000-4000-8000-000000000028', '{"video_id":"d0000000-0000-4000-8000-000000000028","liked":true}'),
  (v_pro, 8, 'note/bb000000-0000-4000-8000-000000000001', '{"video_id":"d0000000-0000-4000-8000-000000000001","text":"Да покажа в клас: наклон 30°, 45° и 60° един до друг.","position":29000}'),
  (v_pro, 3, 'note/bb000000-0000-4000-8000-000000000002', '{"video_id":"d0000000-0000-4000-8000-000000000006","text":"Сивата ролка: 205 °C и 0,8 mm. Да го надпиша.","position":36800}'),
  (v_premium, 2, 'note/bb000000-0000-4000-8000-000000000003', '{"video_id":"d0000000-0000-4000-8000-000000000027","text":"Нашият принтер: 0,2 / 0,3 / 0,45.","position":30500}'),
  (v_pro, 3, 'registration/f0000000-0000-4000-8000-000000000004', '{"event_id":"f0000000-0000-4000-8000-000000000004","registered":true}'),
  (v_premium, 3, 'registration/f0000000-0000-4000-8000-000000000004', '{"event_id":"f0000000-0000-4000-8000-000000000004","registered":true}'),
  (v_premium, 2, 'registration/f0000000-0000-4000-8000-000000000005', '{"event_id":"f0000000-0000-4000-8000-000000000005","registered":true}'),
  (v_pro, 1, 'registration/f0000000-0000-4000-8000-000000000002', '{"event_id":"f0000000-0000-4000-8000-000000000002","registered":true}'),
  (v_petar, 3, 'registration/f0000000-0000-4000-8000-000000000003', '{"event_id":"f0000000-0000-4000-8000-000000000003","registered":true}'),
  (v_ralitsa, 1, 'registration/f0000000-0000-4000-8000-000000000003', '{"event_id":"f0000000-0000-4000-8000-000000000003","registered":true}'),
  (v_georgi, 2, 'registration/f0000000-0000-4000-8000-000000000002', '{"event_id":"f0000000-0000-4000-8000-000000000002","registered":true}'),
  (v_yana, 3, 'registration/f0000000-0000-4000-8000-000000000008', '{"event_id":"f0000000-0000-4000-8000-000000000008","registered":true}'),
  (v_dimitar, 8, 'registration/f0000000-0000-4000-8000-000000000007', '{"event_id":"f0000000-0000-4000-8000-000000000007","registered":true}'),
  (v_pro, 2, 'view/news/a0000000-0000-4000-8000-000000000001', '{"news_id":"a0000000-0000-4000-8000-000000000001"}'),
  (v_pro, 1, 'view/news/a0000000-0000-4000-8000-000000000004', '{"news_id":"a0000000-0000-4000-8000-000000000004"}'),
  (v_premium, 2, 'view/news/a0000000-0000-4000-8000-000000000006', '{"news_id":"a0000000-0000-4000-8000-000000000006"}'),
  (v_pro, 1, 'cart/90000000-0000-4000-8000-000000000002', '{"product_id":"90000000-0000-4000-8000-000000000002","quantity":1}'),
  (v_pro, 8, 'read/80000000-0000-4000-8000-000000000001', '{"notification_id":"80000000-0000-4000-8000-000000000001","deleted":false}');

  -- Comments under the lessons.
  insert into seed_acts (who, days_ago, id, data) values
  (v_pro, 8, 'comment/cc000000-0000-4000-8000-000000000001', '{"video_id":"d0000000-0000-4000-8000-000000000001","content":"Най-после разбрах защо наклонът до 45° минава без подпори. Показах клипа в клас."}'),
  (v_premium, 2, 'comment/cc000000-0000-4000-8000-000000000002', '{"video_id":"d0000000-0000-4000-8000-000000000001","content":"При мен 0,28 mm върви чудесно за резервни части – никой не гледа стъпалата."}'),
  (v_pro, 1, 'comment/cc000000-0000-4000-8000-000000000003', '{"video_id":"d0000000-0000-4000-8000-000000000001","content":"Елена, а с каква дюза? С 0,4 или с 0,6?"}'),
  (v_petar, 6, 'comment/cc000000-0000-4000-8000-000000000004', '{"video_id":"d0000000-0000-4000-8000-000000000004","content":"PETG държачът изкара цялото лято в колата. Този от PLA се предаде още през юни."}'),
  (v_yana, 5, 'comment/cc000000-0000-4000-8000-000000000005', '{"video_id":"d0000000-0000-4000-8000-000000000005","content":"Мерех до ъгъла и все ми излизаше с 0,05 повече. Три мерки в средата – и загадката изчезна."}'),
  (v_georgi, 7, 'comment/cc000000-0000-4000-8000-000000000006', '{"video_id":"d0000000-0000-4000-8000-000000000006","content":"Директен екструдер, спрях на 0,6 mm. Нищо не виси."}'),
  (v_ralitsa, 6, 'comment/cc000000-0000-4000-8000-000000000007', '{"video_id":"d0000000-0000-4000-8000-000000000006","content":"При мен трябваха 0,8, докато не изсуших ролката. После и 0,6 стигна."}'),
  (v_dimitar, 10, 'comment/cc000000-0000-4000-8000-000000000008', '{"video_id":"d0000000-0000-4000-8000-000000000008","content":"Сложих принтера върху тротоарна плочка и стана наполовина по-тих."}'),
  (v_pro, 5, 'comment/cc000000-0000-4000-8000-000000000009', '{"video_id":"d0000000-0000-4000-8000-000000000009","content":"Шестокласниците ми отпечатаха 24 пешки. Две се отлепиха – и двете от мазен плот."}'),
  (v_ralitsa, 9, 'comment/cc000000-0000-4000-8000-000000000010', '{"video_id":"d0000000-0000-4000-8000-000000000011","content":"Студеното изтегляне ми спести нова дюза. Деветдесет градуса и рязко!"}'),
  (v_dimitar, 8, 'comment/cc000000-0000-4000-8000-000000000011', '{"video_id":"d0000000-0000-4000-8000-000000000013","content":"Не знаех за 1,1 mm. Оказа се, че всичките ми кутии са с процеп в стената."}'),
  (v_georgi, 7, 'comment/cc000000-0000-4000-8000-000000000012', '{"video_id":"d0000000-0000-4000-8000-000000000013","content":"Димитър, с Arachne процепът се затваря, но проверете в прегледа – времето се качва малко."}'),
  (v_yana, 4, 'comment/cc000000-0000-4000-8000-000000000013', '{"video_id":"d0000000-0000-4000-8000-000000000015","content":"Разрязах дракона на две и минах без нито една подпора. Благодаря!"}'),
  (v_petar, 3, 'comment/cc000000-0000-4000-8000-000000000014', '{"video_id":"d0000000-0000-4000-8000-000000000016","content":"Сметнах: 0,45 × 0,28 × 100 = 12,6. Ето защо щракаше."}'),
  (v_ralitsa, 5, 'comment/cc000000-0000-4000-8000-000000000015', '{"video_id":"d0000000-0000-4000-8000-000000000018","content":"Шест часа сушене и нишките изчезнаха, без да пипам ретракцията."}'),
  (v_georgi, 2, 'comment/cc000000-0000-4000-8000-000000000016', '{"video_id":"d0000000-0000-4000-8000-000000000020","content":"Крачета за пералнята, 95A, четири стени. Вече не се разхожда из банята."}'),
  (v_yana, 3, 'comment/cc000000-0000-4000-8000-000000000017', '{"video_id":"d0000000-0000-4000-8000-000000000022","content":"Хванах се със Scale 15, 15, 40. Сега първо Ctrl+A, после всичко друго."}'),
  (v_premium, 2, 'comment/cc000000-0000-4000-8000-000000000018', '{"video_id":"d0000000-0000-4000-8000-000000000026","content":"Най-после скица, която не се разпада, когато сменя дебелината."}'),
  (v_ralitsa, 1, 'comment/cc000000-0000-4000-8000-000000000019', '{"video_id":"d0000000-0000-4000-8000-000000000026","content":"И при мен. Вече първо търся катинарчето."}'),
  (v_premium, 1, 'comment/cc000000-0000-4000-8000-000000000020', '{"video_id":"d0000000-0000-4000-8000-000000000028","content":"Първото езиче го отпечатах изправено: щрак – и на две. Легнало издържа двеста отваряния."}');

  -- Each fellow learner likes about every fourth lesson that their plan covers, except two lessons that stay without likes.
  insert into seed_acts (who, days_ago, id, data)
  select f.who, 2 + (v.nth % 9)::int, 'like/' || v.id, jsonb_build_object('video_id', v.id, 'liked', true)
  from (values (1, v_petar), (2, v_ralitsa), (3, v_georgi), (4, v_yana), (5, v_dimitar)) as f (nth, who),
    (select id, course_id, row_number() over (order by id) as nth from public.videos where id::text like 'd0000000-0000-4000-8000-%') as v
    join public.courses c on c.id = v.course_id
  where (v.nth * 7 + f.nth) % 4 = 0 and (c.plan_type <> 'premium' or f.who in (v_ralitsa, v_yana))
    and v.id not in ('d0000000-0000-4000-8000-000000000002', 'd0000000-0000-4000-8000-000000000003');

  -- Notifications, all unread.
  insert into public.notifications (id, user_id, title, message, type, link, created_at)
  select id::uuid, who, title, message, type, link, v_now - ago * interval '1 day' from (values
    ('80000000-0000-4000-8000-000000000001', v_pro, 'Добре дошли в „Слой“', 'Започнете с „Основи на 3D печата“ – първият урок трае 40 секунди.', 'info', '/course/c0000000-0000-4000-8000-000000000001', 9),
    ('80000000-0000-4000-8000-000000000002', v_pro, 'Започна „Седмица на калибрирането“', 'Днешната задача: стъпки на екструдера. Картата за измерванията е в ресурсите.', 'info', '/dashboard', 1),
    ('80000000-0000-4000-8000-000000000003', v_pro, 'Две нови числа за Вашата ролка', 'Урокът „Температура и ретракция“ Ви очаква.', 'success', '/video/d0000000-0000-4000-8000-000000000006/c0000000-0000-4000-8000-000000000002', 0),
    ('80000000-0000-4000-8000-000000000004', v_premium, 'Нов курс за Premium', '„Fusion: функционални детайли“ е достъпен. Първият урок е за скиците.', 'success', '/course/c0000000-0000-4000-8000-000000000004', 2),
    ('80000000-0000-4000-8000-000000000005', v_premium, 'Срокът на картата изтича', 'Картата, с която плащате, е валидна до края на месеца. Обновете я, за да не прекъсне достъпът.', 'warning', '/settings', 1),
    ('80000000-0000-4000-8000-000000000006', v_free, 'Добре дошли в „Слой“', 'Курсът „Първи стъпки“ е безплатен и е цял.', 'info', '/dashboard_free', 1),
    ('80000000-0000-4000-8000-000000000007', v_admin, 'Снимката към новина не се качи', 'Файлът е над 5 MB. Намалете го и опитайте отново.', 'error', '/admin/dashboard', 1),
    ('80000000-0000-4000-8000-000000000008', v_pro, 'Спечелихте сертификат', '„Оператор на 3D принтер“ е Ваш. Изтеглете го от раздел „Сертификати“.', 'success', '/dashboard/certificates', 2),
    ('80000000-0000-4000-8000-000000000009', v_pro, 'Остават два опита', 'В теста „Калибриране“ имате 60 % от нужните 80. Прегледайте урока за потока и опитайте пак.', 'warning', '/test/e0000000-0000-4000-8000-000000000003', 1),
    ('80000000-0000-4000-8000-000000000010', v_premium, 'Мястото Ви е запазено', 'Лекцията „Отпечатани зъбни колела в производство“ е след малко повече от две седмици.', 'info', '/dashboard', 1),
    ('80000000-0000-4000-8000-000000000011', v_premium, 'Нови уроци за Blender', 'Четири урока от първия милиметър до разрязаната фигура.', 'info', '/course/c0000000-0000-4000-8000-000000000007', 2),
    ('80000000-0000-4000-8000-000000000012', v_free, 'Гледайте откъс от „Слайсерът отблизо“', 'Първият урок – за стените, дъното и капака – е отворен за преглед.', 'info', '/video-free/d0000000-0000-4000-8000-000000000013', 0)
  ) as sent (id, who, title, message, type, link, ago)
  where who is not null
  on conflict do nothing;

  insert into public.user_bookmarks (user_id, video_id)
  select v_premium, 'd0000000-0000-4000-8000-000000000006'::uuid where v_premium is not null
  on conflict do nothing;

  insert into public.payments (id, user_id, email, subscription_id, invoice_id, number, amount, amount_due, currency, status, description, plan_type, period_start, period_end, created_at)
  select '60000000-0000-4000-8000-000000000001'::uuid, v_premium, 'premium@sloy.test', 'sub_demo_premium', 'in_demo_premium', 'SLOY-DEMO-0001', 3000, 3000, 'EUR', 'succeeded', 'Premium, месечен абонамент', 'premium',
    v_now - interval '12 days', v_now + interval '18 days', v_now - interval '12 days'
  where v_premium is not null
  on conflict do nothing;
  -- Pro and the fellow learners also pay monthly, each for a different number of months.
  insert into public.payments (user_id, email, subscription_id, invoice_id, number, amount, amount_due, status, description, plan_type, period_start, period_end, created_at)
  select s.user_id, s.email, 'sub_seed_' || split_part(s.email, '@', 1), 'in_seed_' || split_part(s.email, '@', 1) || '_' || month,
    'SLOY-' || upper(split_part(s.email, '@', 1)) || '-' || lpad((months - month + 1)::text, 4, '0'), case when s.has_premium_plan then 3000 else 1500 end,
    case when s.has_premium_plan then 3000 else 1500 end, 'succeeded', case when s.has_premium_plan then 'Premium' else 'Pro' end || ', месечен абонамент',
    case when s.has_premium_plan then 'premium' else 'pro' end, paid_at, paid_at + interval '30 days', paid_at
  from (values (v_pro, 1), (v_petar, 2), (v_ralitsa, 3), (v_georgi, 2), (v_yana, 3), (v_dimitar, 1)) as payers (who, months)
    join public.user_subscriptions s on s.user_id = who, generate_series(1, months) as month, lateral (select v_now - (month * 30 - 20) * interval '1 day' as paid_at) as clock
  on conflict do nothing;

  for v_account in select distinct who from seed_acts where who is not null loop
    perform set_config('request.jwt.claim.sub', v_account.who::text, true);
    perform set_config('request.jwt.claim.role', 'authenticated', true);
    perform set_config('request.jwt.claims', jsonb_build_object('sub', v_account.who, 'role', 'authenticated',
      'email', (select email from auth.users where id = v_account.who))::text, true);
    -- sync_push accepts at most 100 documents.
    for v_part in 0 .. (select count(*) / 90 from seed_acts where who = v_account.who) loop
      select public.sync_push(json_agg(doc order by nth))::jsonb into v_answer from (
        select nth, jsonb_build_object('id', id, 'kind', split_part(id, '/', 1), 'at', at, 'active_on', (v_today - days_ago)::text, 'rev', 0, 'data',
          case split_part(id, '/', 1)
            when 'comment' then data || jsonb_build_object('created_at', at, 'deleted', false)
            when 'note' then jsonb_build_object('video_id', data -> 'video_id', 'versions',
              jsonb_build_array((data - 'video_id') || jsonb_build_object('at', at, 'deleted', false)))
            else data
          end) as doc
        from (select *, (extract(epoch from v_now - days_ago * interval '1 day') * 1000)::bigint as at,
            row_number() over (order by days_ago desc, n) - 1 as nth from seed_acts where who = v_account.who) as acts
        where nth / 90 = v_part) as batch;
      if exists (select from jsonb_array_elements(v_answer) as a where a ->> 'status' not in ('applied', 'same', 'merged')) then
        raise exception 'seed: % was answered with %', v_account.who,
          (select jsonb_agg(a - 'doc') from jsonb_array_elements(v_answer) as a where a ->> 'status' not in ('applied', 'same', 'merged'));
      end if;
    end loop;
  end loop;
  perform set_config('request.jwt.claim.sub', '', true), set_config('request.jwt.claim.role', '', true), set_config('request.jwt.claims', '', true);
end
$seed$;
