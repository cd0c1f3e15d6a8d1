import { counted } from './format';

/** The error of a field whose text is longer than its limit. */
export const tooLong = (over: number, limit: number) =>
  `${counted(over, 'знак', 'знака')} над допустимите ${limit}. Съкратете текста.`;
