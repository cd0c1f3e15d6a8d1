-- Certificates with the quizzes that they require, and achievements.

-- The template is a drawing of 1123 × 794 (A4 landscape) without the name, created by clips/make-papers.mjs.
-- Rule: `name_position` is a percentage of the picture's width and height, and equals NAME in clips/make-papers.mjs.
insert into public.certificates (id, title, description, template_url, template_filename, name_position, name_font_size, name_font_color, is_active, created_at)
select id, title, description, '/storage/v1/object/public/certificate-templates/' || file_name, file_name, '{"x":64,"y":48}', 36, '#16181d', true, now() - days_old * interval '1 day'
from (values
('b0000000-0000-4000-8000-000000000001'::uuid, 'Оператор на 3D принтер', 'За хора, които могат да подготвят модел, да настроят първия слой и да изберат правилния материал.', 'operator.png', 80),
('b0000000-0000-4000-8000-000000000002', 'Майстор на калибрирането', 'За хора, които измерват, смятат и постигат един и същ размер всеки път.', 'kalibrirane.png', 50),
('b0000000-0000-4000-8000-000000000003', 'Конструктор на печатни детайли', 'За хора, чиито модели се печатат от първия път и се сглобяват без пила.', 'konstruktor.png', 22)
) as drawn (id, title, description, file_name, days_old)
on conflict do nothing;

-- Rule: the minimum is the passing score of the quiz, so that a passed quiz always counts. A required quiz is graded: only the server scores it. The other quizzes are practice and show the results at once.
insert into public.certificate_requirements (id, certificate_id, test_id, minimum_score) values
('b1000000-0000-4000-8000-000000000001', 'b0000000-0000-4000-8000-000000000001', 'e0000000-0000-4000-8000-000000000008', 80),
('b1000000-0000-4000-8000-000000000002', 'b0000000-0000-4000-8000-000000000001', 'e0000000-0000-4000-8000-000000000009', 75),
('b1000000-0000-4000-8000-000000000003', 'b0000000-0000-4000-8000-000000000002', 'e0000000-0000-4000-8000-000000000007', 70),
('b1000000-0000-4000-8000-000000000004', 'b0000000-0000-4000-8000-000000000002', 'e0000000-0000-4000-8000-000000000009', 75),
('b1000000-0000-4000-8000-000000000006', 'b0000000-0000-4000-8000-000000000003', 'e0000000-0000-4000-8000-000000000011', 70),
('b1000000-0000-4000-8000-000000000007', 'b0000000-0000-4000-8000-000000000003', 'e0000000-0000-4000-8000-000000000012', 80)
on conflict do nothing;

insert into public.achievements (id, name, description, icon, points, target_value, type) values
('first-layer', 'Първи слой', 'Гледайте първия си урок.', 'play-circle', 10, 1, 'video_watched'),
('whole-object', 'Цял предмет', 'Завършете всички уроци от един курс.', 'book-open', 50, 1, 'course_completed'),
('three-tests', 'Проверени знания', 'Издържете три теста.', 'academic-cap', 40, 3, 'test_passed'),
('no-stringing', 'Без нито една нишка', 'Решете тест със 100%.', 'bolt', 30, 1, 'test_perfect'),
('streak-7', 'Седмица до принтера', 'Учете седем дни подред.', 'fire', 30, 7, 'streak'),
('streak-30', 'Месец до принтера', 'Учете тридесет дни подред.', 'crown', 100, 30, 'streak'),
('at-the-event', 'Запазено място', 'Запишете се за събитие.', 'calendar', 15, 1, 'event'),
('reader', 'Читател', 'Отворете пет новини.', 'document-text', 15, 5, 'news'),
('good-company', 'Добра компания', 'Напишете три коментара под уроци.', 'user-group', 20, 3, 'comment'),
('certified', 'С диплома на стената', 'Спечелете сертификат.', 'trophy', 80, 1, 'certificate'),
('notebook', 'Тетрадка на майстора', 'Запишете пет бележки към уроци.', 'puzzle-piece', 20, 5, 'note'),
('twenty-days', 'Двадесет дни', 'Бъдете активни в двадесет различни дни.', 'clock', 40, 20, 'active_days')
on conflict do nothing;
