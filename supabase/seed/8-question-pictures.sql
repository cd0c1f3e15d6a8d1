-- Pictures of questions, stored in media/images/questions. A separate file, so that it also runs in databases that already have the other seed files.

update public.test_questions set image_url = 'questions/procepi-v-parviya-sloy.png'
where id = 'e2000000-0000-4000-8000-000000000001' and image_url is null;
