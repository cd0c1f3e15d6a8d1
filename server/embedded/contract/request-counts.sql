-- Counts that all processes share: rate limits against guessing, and used bot checks. Unlogged, because a crash of PostgreSQL may reset them.
create unlogged table if not exists embedded.request_counts (
  key text primary key,
  count int not null,
  -- End of the window; a later request opens the next one.
  ends_at timestamptz not null
);
create index if not exists request_counts_by_end on embedded.request_counts (ends_at);
