-- A change of administration rights names the version that it started from, like every edit of the console.

alter table public.admin_users add column row_version int not null default 1;
create trigger version_a_named before update of row_version on public.admin_users for each row
  execute function sync.name_version();
create trigger version_b_checked before update on public.admin_users for each row execute function sync.check_version();
