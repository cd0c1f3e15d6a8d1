-- Files of the courses. A lesson shows the visible files that are linked to it. Made by clips/make-*.mjs or written by hand.
-- Rule: `file_size` equals the size of the file (checked by tests/db/seed.test.ts).

with files (file_name, file_type, file_size) as (values
('profil-pla-02.ini', 'text/plain', 1967),
('profil-petg-02.ini', 'text/plain', 2291),
('karta-ot-testa.csv', 'text/csv', 487),
('kalibracionno-kubche-20mm.stl', 'model/stl', 2284),
('kula-za-retrakcia.stl', 'model/stl', 92884),
('vaza-90mm.stl', 'model/stl', 512484),
('raketa-80mm.stl', 'model/stl', 513084),
('konzola-60x40.stl', 'model/stl', 2884),
('test-za-hlabini-5mm.stl', 'model/stl', 150484),
('parvi-sloy.pdf', 'application/pdf', 187938),
('materiali.pdf', 'application/pdf', 191974)
), given (id, course_id, title, file_url, shown_as, is_visible, days_old) as (values
('50000000-0000-4000-8000-000000000001'::uuid, 'c0000000-0000-4000-8000-000000000001'::uuid, 'Профил за PrusaSlicer: PLA, 0,20 mm', 'profil-pla-02.ini', 'profil-pla-02.ini', true, 88),
('50000000-0000-4000-8000-000000000005', 'c0000000-0000-4000-8000-000000000001', 'Ваза 90 mm за печат с една стена (STL)', 'vaza-90mm.stl', 'vaza-90mm.stl', true, 88),
('50000000-0000-4000-8000-000000000006', 'c0000000-0000-4000-8000-000000000001', 'Първият слой: лист за стената (PDF)', 'parvi-sloy.pdf', 'parvi-sloy.pdf', true, 88),
('50000000-0000-4000-8000-000000000002', 'c0000000-0000-4000-8000-000000000002', 'Калибрационно кубче 20 mm (STL)', 'kalibracionno-kubche-20mm.stl', 'kalibracionno-kubche-20mm.stl', true, 60),
('50000000-0000-4000-8000-000000000003', 'c0000000-0000-4000-8000-000000000002', 'Карта за измерванията', 'karta-ot-testa.csv', 'karta-ot-testa.csv', true, 60),
-- A draft (not visible), so no lesson may show it.
('50000000-0000-4000-8000-000000000004', 'c0000000-0000-4000-8000-000000000002', 'Профил за TPU (чернова)', 'profil-pla-02.ini', 'profil-tpu-chernova.ini', false, 5),
('50000000-0000-4000-8000-000000000007', 'c0000000-0000-4000-8000-000000000002', 'Тест за ретракция: четири кули (STL)', 'kula-za-retrakcia.stl', 'kula-za-retrakcia.stl', true, 59),
('50000000-0000-4000-8000-000000000008', 'c0000000-0000-4000-8000-000000000006', 'Материали: градуси, часове и къде за какво (PDF)', 'materiali.pdf', 'materiali.pdf', true, 40),
('50000000-0000-4000-8000-000000000009', 'c0000000-0000-4000-8000-000000000006', 'Профил за PrusaSlicer: PETG, 0,20 mm', 'profil-petg-02.ini', 'profil-petg-02.ini', true, 39),
('50000000-0000-4000-8000-000000000010', 'c0000000-0000-4000-8000-000000000007', 'Ракета 80 mm (STL)', 'raketa-80mm.stl', 'raketa-80mm.stl', true, 26),
('50000000-0000-4000-8000-000000000011', 'c0000000-0000-4000-8000-000000000004', 'Конзола 60 × 40 mm (STL)', 'konzola-60x40.stl', 'konzola-60x40.stl', true, 31),
('50000000-0000-4000-8000-000000000012', 'c0000000-0000-4000-8000-000000000004', 'Тест за хлабини с щифт 5 mm (STL)', 'test-za-hlabini-5mm.stl', 'test-za-hlabini-5mm.stl', true, 31)
)
insert into public.course_resources (id, course_id, title, file_url, file_name, file_size, file_type, is_visible, created_at)
select g.id, g.course_id, g.title, g.file_url, g.shown_as, f.file_size, f.file_type, g.is_visible, now() - g.days_old * interval '1 day'
from given g join files f on f.file_name = g.file_url
on conflict do nothing;

insert into public.video_resources (id, video_id, course_resource_id, title, file_url, file_name, file_size, file_type, created_at)
select l.id, l.video_id, r.id, r.title, r.file_url, r.file_name, r.file_size, r.file_type, r.created_at
from (values
('51000000-0000-4000-8000-000000000001'::uuid, 'd0000000-0000-4000-8000-000000000002'::uuid, '50000000-0000-4000-8000-000000000001'::uuid),
('51000000-0000-4000-8000-000000000002', 'd0000000-0000-4000-8000-000000000005', '50000000-0000-4000-8000-000000000002'),
('51000000-0000-4000-8000-000000000003', 'd0000000-0000-4000-8000-000000000005', '50000000-0000-4000-8000-000000000003'),
('51000000-0000-4000-8000-000000000004', 'd0000000-0000-4000-8000-000000000006', '50000000-0000-4000-8000-000000000004'),
('51000000-0000-4000-8000-000000000006', 'd0000000-0000-4000-8000-000000000010', '50000000-0000-4000-8000-000000000001'),
('51000000-0000-4000-8000-000000000007', 'd0000000-0000-4000-8000-000000000001', '50000000-0000-4000-8000-000000000005'),
('51000000-0000-4000-8000-000000000008', 'd0000000-0000-4000-8000-000000000003', '50000000-0000-4000-8000-000000000006'),
('51000000-0000-4000-8000-000000000009', 'd0000000-0000-4000-8000-000000000006', '50000000-0000-4000-8000-000000000007'),
('51000000-0000-4000-8000-000000000010', 'd0000000-0000-4000-8000-000000000009', '50000000-0000-4000-8000-000000000006'),
('51000000-0000-4000-8000-000000000011', 'd0000000-0000-4000-8000-000000000014', '50000000-0000-4000-8000-000000000001'),
('51000000-0000-4000-8000-000000000012', 'd0000000-0000-4000-8000-000000000017', '50000000-0000-4000-8000-000000000008'),
('51000000-0000-4000-8000-000000000013', 'd0000000-0000-4000-8000-000000000018', '50000000-0000-4000-8000-000000000009'),
('51000000-0000-4000-8000-000000000014', 'd0000000-0000-4000-8000-000000000021', '50000000-0000-4000-8000-000000000008'),
('51000000-0000-4000-8000-000000000015', 'd0000000-0000-4000-8000-000000000022', '50000000-0000-4000-8000-000000000010'),
('51000000-0000-4000-8000-000000000016', 'd0000000-0000-4000-8000-000000000026', '50000000-0000-4000-8000-000000000011'),
('51000000-0000-4000-8000-000000000017', 'd0000000-0000-4000-8000-000000000027', '50000000-0000-4000-8000-000000000012')
) as l (id, video_id, course_resource_id) join public.course_resources r on r.id = l.course_resource_id
on conflict do nothing;

-- A file of the lesson itself, not of its course.
insert into public.video_resources (id, video_id, course_resource_id, title, file_url, file_name, file_size, file_type, created_at) values
('51000000-0000-4000-8000-000000000005', 'd0000000-0000-4000-8000-000000000007', null, 'Карта за измерванията', 'karta-ot-testa.csv', 'karta-ot-testa.csv', 487, 'text/csv', now() - interval '58 days')
on conflict do nothing;
