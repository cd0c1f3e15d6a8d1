import { openMirror } from '@sync';
import { useJournalDocs } from '@/data/journal/use-journal';
import { type AccountQuery, useAccountQuery } from '@/data/session/account-query';
import type { ProgressData } from '@/domain/journal';

type Progress = ReadonlyMap<string, ProgressData>;

const byLesson = (all: readonly ProgressData[]): Progress => new Map(all.map((data) => [data.video_id, data]));

/** What the server last said of the account's progress. A failure is none: the journal, which is right, comes after it. */
export const toldProgressQuery: AccountQuery<[], Progress> = {
  name: 'told-progress',
  async read(account) {
    try {
      const told = await openMirror(account).feed.where('id').startsWith('progress/').toArray();
      // The id names the kind, and a body was checked against its kind when it arrived.
      return byLesson(told.flatMap(({ body, deleted }) => (body && !deleted ? [body.data as ProgressData] : [])));
    } catch (error) {
      console.error('The progress could not be read:', error);
      return new Map();
    }
  },
};

/**
 * Progress by lesson, from this device and the account's others. Until the journal is open, what the server last said of it: the first
 * paint already knows where the learner stopped, and what was not sent yet folds in. Undefined while neither is known.
 */
export function useProgressByLesson(): Progress | undefined {
  const docs = useJournalDocs('progress');
  const told = useAccountQuery(toldProgressQuery);
  return docs ? new Map([...(told ?? []), ...byLesson(docs.map(({ data }) => data))]) : told;
}
