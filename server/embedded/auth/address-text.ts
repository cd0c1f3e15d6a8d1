// Bulgarian text of the notification that tells a learner that the first confirmation of the address removed the password and sessions.

const sessionsOf = (count: number) => (count === 1 ? '1 вход' : `${count} входа`);

export const addressText = {
  title: 'Паролата от преди потвърждението е премахната',
  message: (sessions: number) =>
    `Вие потвърдихте този имейл адрес. Паролата, зададена преди това, вече не важи${
      sessions > 0 ? `, прекратихме и ${sessionsOf(sessions)} от други устройства` : ''
    }. Ако са били Ваши, задайте нова парола с „Забравена парола“. Неизпратеното остава на устройствата си.`,
} as const;
