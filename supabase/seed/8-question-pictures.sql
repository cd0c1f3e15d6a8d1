-- Pictures of questions; the file is media/images/questions. A file of its own, so that it reaches databases whose other seed files ran before it existed.

update public.test_questions set image_url = 'questions/procepi-v-parviya-sloy.png'
where id = 'e2000000-0000-4000-8000-000000000001' and image_url is null;
