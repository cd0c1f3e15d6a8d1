/** True if the text has no visible character: only blanks and zero-width characters. Twin: the SQL function sync.is_blank. */
export const isBlank = (text: string): boolean => /^(?:\s|\u200b|\u200c|\u200d|\u2060)*$/.test(text);
