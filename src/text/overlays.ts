/** Notices above every screen. They load after the first paint, so the start chunk does not contain them. */
export const overlays = {
  backToast: 'Press home button to exit the app',
  updateTitle: 'Има нова версия',
  updateText: 'Презареждането отнема секунда. Записаното остава.',
  updateNow: 'Презаредете сега',
  updateLater: 'По-късно',
  connectTitle: 'Свържете се веднъж с интернет',
  connectText:
    'От последната проверка на абонамента Ви минаха повече от 30 дни. Свалените уроци и напредъкът Ви са запазени на устройството.',
  connectOffline: 'Сега няма мрежа. Щом се появи, ще проверим сами.',
} as const;
