/** True for a complete https URL without blanks. The scheme must be in lower case, as the SQL checks require. */
export const isHttpsUrl = (text: string): boolean => /^https:\/\/\S+$/.test(text) && URL.canParse(text);
