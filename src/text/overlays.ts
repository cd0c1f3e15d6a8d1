/** Notices above every screen. They load after the first paint, so the start chunk does not contain them. */
export const overlays = {
  backToast: 'Press home button to exit the app',
  updateTitle: 'Има нова версия',
  updateText: 'Презареждането отнема секунда. Записаното остава.',
  updateNow: 'Презаредете сега',
  updateLater: 'По-късно',
  install: {
    title: 'Install App',
    close: 'Затвори',
    step: (step: number, steps: number) => `Стъпка ${step} от ${steps}`,
    next: 'Next',
    done: 'Готово',
    install: 'Инсталирайте',
    why: 'Сложете „Слой“ на началния екран. Там свалените уроци се пазят по-сигурно, отколкото в браузъра.',
    share: { title: 'Tap Share Button', text: 'Докоснете бутона за споделяне в лентата на браузъра.' },
    add: {
      title: 'Add to Home Screen',
      text: 'В менюто на браузъра изберете „Добавяне към началния екран“.',
      ready: 'Системата ще Ви попита веднъж и ще сложи иконата.',
    },
    otherBrowser: {
      title: 'Отворете в браузъра',
      text: 'Тук Слой не може да се инсталира. От менюто на това приложение изберете „отворете в браузъра“.',
    },
  },
  launched: 'Чака да го отворите',
  pushTitle: 'Да Ви казваме ли за новото?',
  pushText: 'Нови уроци, събития и напомняне, когато Слой е затворен. Изключва се от Настройки.',
  pushYes: 'Включете',
  pushNo: 'Не сега',
  pushFailed: 'Известията не можаха да се включат. Опитайте от Настройки → Известия.',
  connectTitle: 'Свържете се веднъж с интернет',
  connectText:
    'От последната проверка на абонамента Ви минаха повече от 30 дни. Свалените уроци и напредъкът Ви са запазени на устройството.',
  connectOffline: 'Сега няма мрежа. Щом се появи, ще проверим сами.',
} as const;
