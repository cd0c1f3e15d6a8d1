import { counted } from './format';

/** What a field says whose text is longer than its limit. */
export const tooLong = (over: number, limit: number) =>
  `${counted(over, 'знак', 'знака')} над допустимите ${limit}. Съкратете текста.`;
