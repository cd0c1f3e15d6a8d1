import type { ResultRow } from '@/shared/rows';
import { quizText } from '../text';

/** The server's decision about an attempt, in a word or two. */
export const verdictOf = ({ counted, passed }: Pick<ResultRow, 'counted' | 'passed'>): string =>
  counted === false ? quizText.uncounted : passed ? quizText.passed : quizText.failed;
