import { writeJournal } from '@sync';

/** Records, once per news item, that the learner opened it; some achievements count the opened items. */
export const viewNews = (newsId: string) =>
  writeJournal('view', `news/${newsId}`, (before) => before?.data ?? { news_id: newsId });
