create table public.products (
  id uuid primary key default gen_random_uuid(),
  name text not null check (btrim(name) <> ''),
  description text,
  price numeric(10, 2) not null check (price >= 0),
  image_url text,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.products is 'A product that the store will sell; the price is in euros.';
create trigger a_clean before insert or update on public.products for each row execute function sync.clean_row();
alter table public.products enable row level security;
create policy "visitors see products on sale" on public.products for select to anon
  using (is_active);
create policy "accounts see products on sale, administrators all" on public.products for select to authenticated
  using (is_active or (select public.is_admin()));
create policy "administrators add products" on public.products for insert to authenticated
  with check ((select public.is_admin()));
create policy "administrators change products" on public.products for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
create policy "administrators remove products" on public.products for delete to authenticated
  using ((select public.is_admin()));
grant select on public.products to anon;
grant select, insert, update, delete on public.products to authenticated;
grant all on public.products to service_role;
create trigger stamp before insert or update on public.products for each row execute function sync.set_timestamps();
create trigger keep before update on public.products for each row execute function sync.protect_columns('id');

create table public.user_cart (
  user_id uuid not null references public.profiles (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  quantity int not null check (quantity between 1 and 999),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, product_id)
);
comment on table public.user_cart is 'The products that an account put into its cart.';
create index user_cart_by_product on public.user_cart (product_id);
alter table public.user_cart enable row level security;
create policy "an account reads its own cart" on public.user_cart for select to authenticated
  using (user_id = (select auth.uid()));
create policy "an account fills its own cart" on public.user_cart for insert to authenticated
  with check (user_id = (select auth.uid())
    and exists (select from public.products p where p.id = product_id and p.is_active));
comment on policy "an account fills its own cart" on public.user_cart is
  'An account adds products on sale, only to its own cart.';
create policy "an account changes its own cart" on public.user_cart for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));
create policy "an account empties its own cart" on public.user_cart for delete to authenticated
  using (user_id = (select auth.uid()));
grant select, insert, update, delete on public.user_cart to authenticated;
grant all on public.user_cart to service_role;
create trigger stamp before insert or update on public.user_cart for each row execute function sync.set_timestamps();
create trigger keep before update on public.user_cart for each row
  execute function sync.protect_columns('user_id', 'product_id');

create table public.user_bookmarks (
  user_id uuid not null references public.profiles (id) on delete cascade,
  video_id uuid not null references public.videos (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, video_id)
);
comment on table public.user_bookmarks is 'The lessons that an account bookmarked.';
create index user_bookmarks_by_video on public.user_bookmarks (video_id);
alter table public.user_bookmarks enable row level security;
create policy "an account reads its own bookmarks" on public.user_bookmarks for select to authenticated
  using (user_id = (select auth.uid()));
create policy "an account sets its own bookmarks" on public.user_bookmarks for insert to authenticated
  with check (user_id = (select auth.uid()) and (select sync.may_read_lesson(video_id)));
comment on policy "an account sets its own bookmarks" on public.user_bookmarks is
  'An account adds bookmarks only for itself and for lessons that it may read.';
create policy "an account removes its own bookmarks" on public.user_bookmarks for delete to authenticated
  using (user_id = (select auth.uid()));
grant select, insert, delete on public.user_bookmarks to authenticated;
grant all on public.user_bookmarks to service_role;
create trigger stamp before insert or update on public.user_bookmarks for each row
  execute function sync.set_created_at();

create table public.store_launch_notifications (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email like '%_@_%' and char_length(email) <= sync.email_length()),
  source text not null default 'store_page' check (source = any (sync.launch_sources())),
  created_at timestamptz not null default now()
);
comment on table public.store_launch_notifications is
  'E-mail addresses that asked to be notified when the store opens.';
create trigger a_clean before insert or update on public.store_launch_notifications for each row
  execute function sync.clean_row();
create unique index store_launch_notifications_by_email on public.store_launch_notifications (lower(email));
alter table public.store_launch_notifications enable row level security;
create policy "owners and administrators read launch sign-ups" on public.store_launch_notifications for select
  to authenticated
  using ((select public.is_admin())
    or lower(email) = lower((select auth.jwt()) ->> 'email'));
create policy "administrators delete launch sign-ups" on public.store_launch_notifications for delete to authenticated
  using ((select public.is_admin()));
grant select, delete on public.store_launch_notifications to authenticated;
grant all on public.store_launch_notifications to service_role;
create trigger stamp before insert or update on public.store_launch_notifications for each row
  execute function sync.set_created_at();

create table public.demo_requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  first_name text not null check (btrim(first_name) <> '' and char_length(first_name) <= sync.form_value_length()),
  last_name text not null check (btrim(last_name) <> '' and char_length(last_name) <= sync.form_value_length()),
  email text not null check (email like '%_@_%' and char_length(email) <= sync.email_length()),
  phone text check (char_length(phone) <= sync.form_value_length()),
  company text check (char_length(company) <= sync.form_value_length()),
  job_title text check (char_length(job_title) <= sync.form_value_length()),
  interest text check (char_length(interest) <= sync.form_value_length()),
  message text check (char_length(message) <= sync.form_value_length()),
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
comment on table public.demo_requests is 'Requests for a demonstration, sent with the visitor form.';
create trigger a_clean before insert or update on public.demo_requests for each row execute function sync.clean_row();
create index demo_requests_by_user on public.demo_requests (user_id);
alter table public.demo_requests enable row level security;
create policy "administrators read demo requests" on public.demo_requests for select to authenticated
  using ((select public.is_admin()));
grant select on public.demo_requests to authenticated;
grant all on public.demo_requests to service_role;
create trigger stamp before insert or update on public.demo_requests for each row
  execute function sync.set_created_at();

create table public.user_push_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  platform text not null check (platform in ('android', 'ios', 'web')),
  fcm_token text not null check (char_length(fcm_token) between 1 and 4096),
  session_id uuid references auth.sessions (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, platform)
);
comment on table public.user_push_tokens is 'The push addresses of an account, one device per platform.';
create index user_push_tokens_by_session on public.user_push_tokens (session_id);
alter table public.user_push_tokens enable row level security;
create policy "an account reads its own push tokens" on public.user_push_tokens for select to authenticated
  using (user_id = (select auth.uid()));
create policy "an account registers its own devices" on public.user_push_tokens for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "an account renews its own devices" on public.user_push_tokens for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));
create policy "an account forgets its own devices" on public.user_push_tokens for delete to authenticated
  using (user_id = (select auth.uid()));
grant select, insert, update, delete on public.user_push_tokens to authenticated;
grant all on public.user_push_tokens to service_role;
create function sync.set_session() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.session_id := sync.uuid_or_null(auth.jwt() ->> 'session_id');
  return new;
end
$$;
comment on function sync.set_session is 'Stores the caller''s session in the row that the caller writes.';
create trigger stamp before insert or update on public.user_push_tokens for each row
  execute function sync.set_timestamps();
create trigger set_session before insert or update on public.user_push_tokens for each row
  execute function sync.set_session();

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete set null,
  email text not null,
  subscription_id text,
  invoice_id text unique,
  number text,
  amount int not null check (amount >= 0),
  amount_due int check (amount_due >= 0),
  refunded int not null default 0 check (refunded >= 0),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  status text not null default 'succeeded' check (status in ('succeeded', 'pending', 'failed', 'refunded')),
  description text,
  plan_type text check (plan_type in ('pro', 'premium')),
  period_start timestamptz,
  period_end timestamptz,
  hosted_invoice_url text,
  invoice_pdf text,
  ticket bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  buyer jsonb
);
comment on table public.payments is 'Invoices as the payment provider last reported them, paid or not.';
create index payments_by_user on public.payments (user_id, created_at desc);
create index payments_by_date on public.payments (created_at desc, id);
alter table public.payments enable row level security;
create policy "owners and administrators read payments" on public.payments for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_admin()));
grant select on public.payments to authenticated;
grant all on public.payments to service_role;
create trigger stamp before insert or update on public.payments for each row execute function sync.set_timestamps();
