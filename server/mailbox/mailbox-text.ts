// Texts of the local mailbox page.

const time = new Intl.DateTimeFormat('bg-BG', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Sofia',
});

export const timeOf = (ms: number) => time.format(ms);

export const mailboxText = {
  title: 'Местна поща',
  lead: 'Тази инсталация не изпраща писма навън. Каквото би изпратила, стои тук един ден, видимо само от тази машина.',
  to: 'До',
  empty: 'Още няма писма.',
  emptyHint: 'Поискайте връзка за вход или нова парола от страницата за вход.',
  refresh: 'Обновете',
} as const;
