-- The seed school: what a fresh installation shows. The files of this folder run in the order of their names.
-- Every statement may run again: the ids are fixed, and `on conflict do nothing` keeps rows that the school has edited. Rows
-- that need accounts are in ../seed-accounts.sql.
-- Files: media/lessons/<file> is stored in the bucket `videos` under `lessons/<file>`, media/<bucket>/<file> in that bucket under `<file>`.

-- Each course has its own shape (src/ui/drawing/printed.ts): the object that grows with the progress, and that the course's videos print.
insert into public.courses (id, title, description, status, plan_type, category, instructor, shape, hue, created_at) values
('c0000000-0000-4000-8000-000000000001', 'Основи на 3D печата',
 'От модела до готовия детайл: как се ражда слоят, какво прави слайсерът, защо първият слой решава всичко и кой материал за какво става. След курса ще пускате печат, без да гадаете.',
 'published', 'basic', 'Печат', 'Мария Стоянова', 'vase', 32, now() - interval '90 days'),
('c0000000-0000-4000-8000-000000000002', 'Калибриране без догадки',
 'Четири кратки теста вместо безкрайно въртене на настройки: размери, температура с ретракция, поток, мостове с надвеси. Мерите, променяте едно число, печатате отново.',
 'published', 'basic', 'Калибриране', 'Георги Илиев', 'cube', 255, now() - interval '60 days'),
('c0000000-0000-4000-8000-000000000003', 'Първи стъпки',
 'Безплатен курс за хора, които току-що са разопаковали принтера: къде да го сложите, как да работите безопасно, как да изкарате първия си печат до края и какво да правите, когато нещо се обърка.',
 'published', 'free', 'Начало', 'Мария Стоянова', 'boat', 150, now() - interval '120 days'),
('c0000000-0000-4000-8000-000000000004', 'Fusion: функционални детайли',
 'За частите, които трябва да работят, а не само да стоят на рафта: напълно определени скици, параметри, хлабини, щракащи сглобки, втулки и зъбни колела, които издържат.',
 'published', 'premium', 'Моделиране', 'Десислава Колева', 'gear', 15, now() - interval '31 days'),
('c0000000-0000-4000-8000-000000000005', 'Слайсерът отблизо',
 'Стени, пълнеж, подпори и скорост: четирите решения, които определят колко здрав, красив и бърз ще е печатът. С прости сметки, които се правят наум, и без магически профили.',
 'public', 'basic', 'Слайсинг', 'Георги Илиев', 'bulb', 205, now() - interval '50 days'),
('c0000000-0000-4000-8000-000000000006', 'Материали, които издържат',
 'PLA, PETG, ABS, ASA и TPU по това, което ще се случва с детайла: топлина, слънце, удар, огъване. С градусите, часовете за сушене и малките хитрости на всяка ролка.',
 'published', 'basic', 'Материали', 'Мария Стоянова', 'pawn', 88, now() - interval '40 days'),
('c0000000-0000-4000-8000-000000000007', 'Blender за 3D печат',
 'Органични форми, които наистина се печатат: милиметри вместо метри, модификатори вместо повторения, затворена мрежа вместо изненади в слайсера. За Blender 4 и по-нов.',
 'published', 'basic', 'Моделиране', 'Десислава Колева', 'rocket', 310, now() - interval '26 days')
on conflict do nothing;
