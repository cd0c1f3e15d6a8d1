import { cpSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { clientOf, startTestServer, tempDir } from './harness';

// The first start applies the product's migrations and seed once. Later starts keep learners' activity and add only new seed files.

test('the first start seeds the school once, the second keeps later activity', {
  timeout: 180_000,
}, async () => {
  const folder = tempDir();
  const school = {
    dataDir: join(folder.path, 'data'),
    supabaseDir: join(import.meta.dirname, '../../supabase'),
    seed: true,
  };
  const first = await startTestServer(school);
  const signIn = async (server: typeof first, email: string) => {
    const client = clientOf(server);
    const { data, error } = await client.auth.signInWithPassword({ email, password: 'Sloy-2026!' });
    if (error) throw error;
    return { client, uid: data.user.id };
  };
  const plans: Record<string, unknown> = {};
  for (const name of ['free', 'pro', 'premium', 'admin', 'super']) {
    const { client, uid } = await signIn(first, `${name}@sloy.test`);
    const { data } = await client
      .from('user_subscriptions')
      .select('has_pro_plan,has_premium_plan')
      .eq('user_id', uid)
      .single();
    plans[name] = data;
  }
  expect(plans).toMatchObject({
    free: { has_pro_plan: false, has_premium_plan: false },
    pro: { has_pro_plan: true, has_premium_plan: false },
    premium: { has_pro_plan: false, has_premium_plan: true },
  });
  const { database } = first.backend;
  // Nobody bought the plans of the demo accounts: they are granted, so their rows have no period and no next payment.
  expect(
    await database.run(
      `select distinct granted_plan is not null as granted, paid_plan, billing_period, current_period_end, trial_ends_at, granted_until
        from public.user_subscriptions where email like '%@sloy.test' and (has_pro_plan or has_premium_plan)`,
      [],
    ),
  ).toEqual([
    {
      granted: true,
      paid_plan: null,
      billing_period: null,
      current_period_end: null,
      trial_ends_at: null,
      granted_until: null,
    },
  ]);
  // The fellow learners pay for their plans at the sandbox provider, so that the dashboard has a revenue.
  expect(
    await database.run(
      `select u.paid_plan, u.granted_plan, count(*)::int as payers, bool_and(p.pays_now and o.due_at > now()) as renews
        from public.user_subscriptions u join billing.test_objects o on o.id = u.subscription_id
          join sync.account_plans p on p.user_id = u.user_id group by 1, 2 order by 1`,
      [],
    ),
  ).toEqual([
    { paid_plan: 'premium', granted_plan: null, payers: 2, renews: true },
    { paid_plan: 'pro', granted_plan: null, payers: 3, renews: true },
  ]);
  // Every past payment covers the month that its description names.
  expect(
    await database.run(
      `select distinct description like '%, месечен абонамент' as monthly, extract(day from period_end - period_start)::int as days
        from public.payments`,
      [],
    ),
  ).toEqual([{ monthly: true, days: 30 }]);
  expect(
    await database.run(
      `select v.video_url from public.videos v left join storage.objects o on o.bucket_id = 'videos' and o.name = v.video_url
        where v.video_url not like 'https://%' and (o.id is null or (o.metadata ->> 'size')::bigint <> v.media_bytes)`,
      [],
    ),
  ).toEqual([]);

  // Every file that a row names must exist: lesson and course files in the storage with the listed size, templates at a public URL.
  expect(
    await database.run(
      `select f.file_url from (select file_url, file_size from public.course_resources union select file_url, file_size from public.video_resources) f
        left join storage.objects o on o.bucket_id = 'resources' and o.name = f.file_url where o.id is null or (o.metadata ->> 'size')::bigint <> f.file_size`,
      [],
    ),
  ).toEqual([]);
  for (const { template_url } of await database.run('select template_url from public.certificates', [])) {
    const template = await fetch(`${first.url}${template_url}`);
    expect([template.status, template.headers.get('content-type')]).toEqual([200, 'image/png']);
    await template.body?.cancel();
  }
  const asFellow = await clientOf(first).auth.signInWithPassword({
    email: 'yana.kostadinova@example.com',
    password: 'Sloy-2026!',
  });
  expect(asFellow.error?.message).toBe('Invalid login credentials');

  const [free, pro] = [await signIn(first, 'free@sloy.test'), await signIn(first, 'pro@sloy.test')];
  const big = 'lessons/big.mp4';
  expect((await free.client.storage.from('videos').createSignedUrl(big, 60)).error?.message).toBe('Object not found');
  expect((await free.client.storage.from('videos').createSignedUrl('lessons/vase.mp4', 60)).error).toBeNull();
  const { data } = await pro.client.storage.from('videos').createSignedUrl(big, 60);
  const tail = await fetch(data?.signedUrl ?? '', { headers: { range: 'bytes=-4' } });
  expect(Number(tail.headers.get('content-range')?.split('/')[1])).toBeGreaterThanOrEqual(30 * 1024 * 1024);

  // The REST API can embed the row of every readable foreign key by table name.
  const links = await database.run(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace and confrelid::regclass::text not like 'auth.%'
        and has_table_privilege('authenticated', confrelid, 'select') and has_table_privilege('authenticated', conrelid, 'select')`,
    [],
  );
  expect(links.length).toBeGreaterThan(20);
  const admin = await signIn(first, 'admin@sloy.test');
  for (const [child, parent] of links.map((link) => [String(link.child), String(link.parent)] as const)) {
    expect(
      (await admin.client.from(child).select(`*,${parent}(*)`).limit(1)).error,
      `${child} with its ${parent}`,
    ).toBeNull();
  }

  // The database wakes the signer at once. Without this wake, the signer would run only once a minute, as a scheduled job.
  const issued = 'select seal from public.issued_certificates where user_id = $1 and revoked_at is null';
  expect(await database.run(issued, [pro.uid])).toHaveLength(1);
  await database.run("update public.profiles set full_name = 'Иван П. Петров' where id = $1", [pro.uid]);
  await expect
    .poll(async () => (await database.run(issued, [pro.uid])).map(({ seal }) => typeof seal), { timeout: 30_000 })
    .toEqual(['string']);

  await pro.client.rpc('sync_push', {
    p_docs: [
      { id: 'day/2026-01-05', kind: 'day', at: Date.UTC(2026, 0, 5), active_on: '2026-01-05', rev: 0, data: {} },
    ],
  });
  const counts =
    'select (select count(*) from auth.users) as users, (select count(*) from storage.objects) as files, (select count(*) from public.user_activity) as days';
  const before = await database.run(counts, []);
  await first.close();
  const second = await startTestServer(school);
  expect(await second.backend.database.run(counts, [])).toEqual(before);
  expect(second.backend.migrated).toEqual([]);
  await second.stop();
  await first.stop();
  folder.remove();
});

test('a seed file and a media file of a later version reach an existing database once', {
  timeout: 180_000,
}, async () => {
  const folder = tempDir();
  const supabaseDir = join(folder.path, 'supabase');
  cpSync(join(import.meta.dirname, '../../supabase'), supabaseDir, { recursive: true });
  const later = ['seed/8-models.sql', 'media/resources/lampa-74mm.3mf', 'media/resources/raketa-stoyka.glb'];
  for (const file of later) renameSync(join(supabaseDir, file), join(folder.path, basename(file)));
  const school = { dataDir: join(folder.path, 'data'), supabaseDir, seed: true };
  const before = await startTestServer(school);
  // Simulates the database of an earlier version, which has a single record for all media instead of one per file.
  await before.backend.database.run("delete from embedded.seeded where name like 'media/%'", []);
  await before.stop();

  for (const file of later) renameSync(join(folder.path, basename(file)), join(supabaseDir, file));
  const found = async (server: typeof before) =>
    (
      await server.backend.database.run(
        `select r.file_name from public.course_resources r join storage.objects o on o.bucket_id = 'resources' and o.name = r.file_url
          where r.file_name like 'lampa%' or r.file_name like '%.glb' order by 1`,
        [],
      )
    ).map((row) => row.file_name);
  const after = await startTestServer(school);
  expect(await found(after)).toEqual(['lampa-74mm.3mf', 'raketa-stoyka.glb']);
  await after.backend.database.run("delete from public.course_resources where file_name like '%.glb'", []);
  await after.stop();

  const again = await startTestServer(school);
  expect(await found(again)).toEqual(['lampa-74mm.3mf']);
  await again.stop();
  folder.remove();
});
