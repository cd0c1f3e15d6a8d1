-- More 3D models of the lessons: a 3MF and a GLB file, made by clips/make-models.mjs.
-- A separate file, so that it also runs in databases that already have the other seed files.
-- Rule: `file_size` equals the size of the file (checked by tests/db/seed.test.ts).

with given (id, course_id, title, file_name, file_type, file_size, days_old) as (values
('50000000-0000-4000-8000-000000000013'::uuid, 'c0000000-0000-4000-8000-000000000006'::uuid, 'Лампа 74 mm', 'lampa-74mm.3mf', 'model/3mf', 240458, 39),
('50000000-0000-4000-8000-000000000014', 'c0000000-0000-4000-8000-000000000007', 'Ракета със стойка (GLB)', 'raketa-stoyka.glb', 'model/gltf-binary', 355340, 24)
)
insert into public.course_resources (id, course_id, title, file_url, file_name, file_size, file_type, is_visible, created_at)
select id, course_id, title, file_name, file_name, file_size, file_type, true, now() - days_old * interval '1 day' from given
on conflict do nothing;

insert into public.video_resources (id, video_id, course_resource_id, title, file_url, file_name, file_size, file_type, created_at)
select l.id, l.video_id, r.id, r.title, r.file_url, r.file_name, r.file_size, r.file_type, r.created_at
from (values
('51000000-0000-4000-8000-000000000018'::uuid, 'd0000000-0000-4000-8000-000000000018'::uuid, '50000000-0000-4000-8000-000000000013'::uuid),
('51000000-0000-4000-8000-000000000019', 'd0000000-0000-4000-8000-000000000024', '50000000-0000-4000-8000-000000000014')
) as l (id, video_id, course_resource_id) join public.course_resources r on r.id = l.course_resource_id
on conflict do nothing;
