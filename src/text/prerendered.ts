/** Said by a screen that the build has drawn and that does nothing without scripts. */
export const stillText = {
  noScripts: 'Слой се нуждае от JavaScript, за да работи. Включете го и заредете страницата отново.',
} as const;
