/** Finds rows of the console by their title, whatever way it is typed. */

import { toLatin } from '@/features/search/rules/search-text';
import { cleanText } from '@/shared/clean-text';

const plain = (text: string) => toLatin(cleanText(text)).trim();

/** Whether a title contains the typed text, with or without stress marks, in Cyrillic or Latin letters. */
export const titleMatches = (title: string, typed: string): boolean => plain(title).includes(plain(typed));
