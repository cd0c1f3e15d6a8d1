import { expect, test } from 'vitest';
import { rejectionText } from '@/app/text/rejections';
import type { StoredJournalDoc } from '@/shared/journal';

const registration = (registered: boolean) =>
  ({ id: 'registration/e', kind: 'registration', data: { event_id: 'e', registered } }) as StoredJournalDoc;
const comment = { id: 'comment/c', kind: 'comment', data: { content: 'Здравейте' } } as StoredJournalDoc;
const like = { id: 'like/v', kind: 'like', data: { video_id: 'v', liked: true } } as StoredJournalDoc;

test.each([
  [
    'event_full',
    registration(true),
    'warning',
    'Събитието е пълно',
    'Това събитие вече е достигнало максималния брой участници',
  ],
  [
    'event_closed',
    registration(true),
    'error',
    'Грешка',
    'Не успяхме да ви запишем за събитието: Събитието вече не приема записвания.',
  ],
  [
    'event_closed',
    registration(false),
    'error',
    'Грешка',
    'Не успяхме да ви отпишем от събитието: Събитието вече не приема записвания.',
  ],
  ['forbidden', registration(true), 'error', 'Грешка', 'Възникна проблем: Планът Ви не позволява това.'],
  ['blocked', comment, 'error', 'Коментар: „Здравейте“', 'Администратор е спрял коментарите от Вашия профил.'],
  ['not_found', like, 'error', 'Харесан урок', 'Това, за което се отнася, вече не съществува.'],
  ['unheard_of', like, 'error', 'Харесан урок', 'the words of the server'],
] as const)('a rejection by %s has its reason in words', (code, doc, kind, title, description) => {
  expect(rejectionText({ code, message: 'the words of the server', doc })).toEqual({ kind, title, description });
});
