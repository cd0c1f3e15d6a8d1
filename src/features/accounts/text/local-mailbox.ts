/** For an installation without a mail server. The URL is not shown, because whoever opens it can enter every account. */
export const localMailbox =
  'Тази инсталация не изпраща писма навън. Писмото е в местната поща: адресът ѝ се вижда в прозореца, от който е пуснат сървърът.';
