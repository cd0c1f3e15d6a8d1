import { writeJournal } from '@sync';

/** Records that the learner opened a news item, once per item, for the achievements that count news. */
export const viewNews = (newsId: string) =>
  writeJournal('view', `news/${newsId}`, (before) => before?.data ?? { news_id: newsId });
