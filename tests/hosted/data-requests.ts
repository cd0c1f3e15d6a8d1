import { answered, failed, type Learner, NOBODY, type Row, shape } from './world';

export const rest: Row[] = [
  [
    'a function that does not exist',
    '404 PGRST202',
    async ({ visitor }) => answered(await visitor.rpc('no_such_function')),
  ],
  [
    'a table that does not exist',
    '404 PGRST205',
    async ({ visitor }) => answered(await visitor.from('no_such_table').select()),
  ],
  [
    'a function that returns nothing',
    '204',
    async ({ ani }) => answered(await ani.client.rpc('note_device', { p_agent: 'Договор' })),
  ],
  [
    'a function that returns a value',
    '200 "none"',
    async ({ ani }) => {
      const answer = await ani.client.rpc('console_access');
      return `${answered(answer)} ${JSON.stringify(answer.data)}`;
    },
  ],
  [
    'one row that is not there',
    '406 PGRST116',
    async ({ ani }) => answered(await ani.client.from('courses').select().eq('id', NOBODY).single()),
  ],
  [
    'at most one row that is not there',
    '200 null',
    async ({ ani }) => {
      const answer = await ani.client.from('courses').select().eq('id', NOBODY).maybeSingle();
      return `${answered(answer)} ${answer.data}`;
    },
  ],
  [
    'counting without rows',
    '200 number',
    async ({ ani }) => {
      const answer = await ani.client.from('courses').select('*', { count: 'exact', head: true });
      return `${answered(answer)} ${typeof answer.count}`;
    },
  ],
  [
    'an embedded select',
    '200',
    async ({ ani }) => answered(await ani.client.from('videos').select('id, courses(id)').limit(1)),
  ],
  [
    'a column that does not exist',
    '400 42703',
    async ({ ani }) => answered(await ani.client.from('courses').select('nothing')),
  ],
  [
    'a row that the policies forbid',
    '403 42501',
    async ({ ani }) => answered(await ani.client.from('admin_users').insert({ email: ani.email })),
  ],
  [
    'a function that the caller may not run',
    '403 42501',
    async ({ ani }) => answered(await ani.client.rpc('purge_trash')),
  ],
  ['a malformed access token', '401 PGRST301', ({ ask }) => ask('rest/v1/courses?select=id', { token: 'a.b.c' })],
];

const doc = (uid: string, text: string) => ({
  ...{ id: `note/${NOBODY}`, kind: 'note', at: Date.now(), active_on: '2026-11-28', rev: 0 },
  data: { video_id: NOBODY, text, uid },
});

export const sync: Row[] = [
  [
    'a push of nothing',
    '200 []',
    async ({ ani }) => {
      const answer = await ani.client.rpc('sync_push', { p_docs: [], p_version: 1 });
      return `${answered(answer)} ${JSON.stringify(answer.data)}`;
    },
  ],
  [
    'a push of something else',
    '400 PT400',
    async ({ ani }) => answered(await ani.client.rpc('sync_push', { p_docs: {}, p_version: 1 })),
  ],
  [
    'a push of a visitor',
    '401 42501',
    async ({ visitor }) => answered(await visitor.rpc('sync_push', { p_docs: [], p_version: 1 })),
  ],
  [
    'a push of a later version',
    '503 PT503',
    async ({ ani }) => answered(await ani.client.rpc('sync_push', { p_docs: [], p_version: 999 })),
  ],
  [
    'a document with a NUL',
    '200',
    async ({ ani }) =>
      answered(await ani.client.rpc('sync_push', { p_docs: [doc(ani.uid, 'a\u0000b')], p_version: 1 })),
  ],
  [
    'the own scope',
    '200 digest epoch more rows scope seq',
    async ({ ani }) => {
      const answer = await ani.client.rpc('sync_pull', {
        p_cursors: [{ scope: `account:${ani.uid}`, seq: 0 }],
        p_limit: 500,
        p_version: 1,
      });
      return `${answered(answer)} ${shape(answer.data?.[0])}`;
    },
  ],
  [
    'the scope of another account',
    '200 denied scope',
    async ({ ani, boris }) => {
      const answer = await ani.client.rpc('sync_pull', {
        p_cursors: [{ scope: `account:${boris.uid}`, seq: 0 }],
        p_limit: 500,
        p_version: 1,
      });
      return `${answered(answer)} ${shape(answer.data?.[0])}`;
    },
  ],
];

/** The first box of an MP4, so that the content fits the type. */
const MP4_HEAD = '\0\0\0\x18ftypisom\0\0\x02\0isommp42';

export const storage: Row[] = [
  [
    'signing a file that is not there',
    '400',
    ({ ask, ani }) =>
      ask('storage/v1/object/sign/videos/nothing.mp4', { body: { expiresIn: 60 }, token: ani.token }).then((text) =>
        text.slice(0, 3),
      ),
  ],
  [
    'a public file that is not there',
    '400',
    ({ ask }) => ask('storage/v1/object/public/images/nothing.png').then((text) => text.slice(0, 3)),
  ],
  [
    'storing a file without the right',
    '400',
    async ({ ani }) =>
      String(
        (await ani.client.storage.from('videos').upload('contract.mp4', new Blob([MP4_HEAD], { type: 'video/mp4' })))
          .error?.status,
      ),
  ],
  [
    'listing a private bucket',
    'ok 0',
    async ({ ani }) => {
      const { data, error } = await ani.client.storage.from('videos').list();
      return `${failed(error)} ${data?.length}`;
    },
  ],
];

function joined({ client, token }: Learner, topic: string): Promise<string> {
  return new Promise((done) => {
    void client.realtime.setAuth(token).then(() =>
      client.channel(topic, { config: { private: true } }).subscribe((status) => {
        if (status === 'CLOSED') return;
        done(status);
        void client.removeAllChannels();
      }),
    );
  });
}
export const realtime: Row[] = [
  ['the own private channel', 'SUBSCRIBED', ({ ani }) => joined(ani, `scope:account:${ani.uid}`)],
  [
    'the private channel of another account',
    'CHANNEL_ERROR',
    ({ ani, boris }) => joined(ani, `scope:account:${boris.uid}`),
  ],
];
