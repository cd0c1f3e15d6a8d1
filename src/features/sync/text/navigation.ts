/** Shown in place of content that this device does not have yet. English texts are from the specification. */
export const initialSyncText = {
  unanswered: 'Сървърът не отговаря',
  unansweredHint: 'Опитваме отново сами. Записаното на това устройство е непокътнато.',
  failed: 'Хранилището на устройството не се чете',
  failedHint: 'Освободете място и опитайте отново. Ако браузърът пречи на сайта да пази данни, разрешете му.',
  signIn: 'Влезте отново',
  signedOut: 'Authentication required',
  signedOutHint:
    'Сървърът иска да влезете отново. Записаното на това устройство е запазено и ще бъде изпратено след това.',
} as const;
