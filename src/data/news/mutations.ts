import { writeJournal } from '@sync';

/** The learner opened a news item: a fact that counts once, for the achievements that count news. */
export const viewNews = (newsId: string) =>
  writeJournal('view', `news/${newsId}`, (before) => before?.data ?? { news_id: newsId });
