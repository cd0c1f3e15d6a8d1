import { cleanText } from '@/shared/clean-text';

/** True if the text has no visible character. SQL: `sync.is_blank`. */
export const isBlank = (text: string): boolean => cleanText(text).trim() === '';
