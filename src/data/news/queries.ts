import { useMirrorList } from '@/data/session/use-mirror-query';
import type { NewsRow } from '@/domain/rows';

const newestFirst = (a: NewsRow, b: NewsRow) => b.created_at.localeCompare(a.created_at) || (a.id < b.id ? -1 : 1);

/** The newest published news items, as many as asked for; undefined until read. */
export const useLatestNews = (count: number): NewsRow[] | undefined =>
  useMirrorList(async (mirror) => (await mirror.news.toArray()).sort(newestFirst).slice(0, count), [count]);
