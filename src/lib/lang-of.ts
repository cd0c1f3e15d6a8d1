/** The language of words of ours, for a screen reader's voice: the specification has some of them in English. Bulgarian is the page's own. */
export const langOf = (words: string) => (/[а-я]/i.test(words) || !/[a-z]{3}/.test(words) ? undefined : 'en');
