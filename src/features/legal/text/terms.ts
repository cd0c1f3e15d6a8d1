import { eurosOf } from '@/shared/pricing';
import { PRODUCT } from '@/shared/text/common';
import type { LegalDocument } from './legal';

export const termsText: LegalDocument = {
  en: {
    title: 'Terms of Service',
    welcome: `Welcome to ${PRODUCT}`,
    lead: 'These terms are the agreement between you and us about the platform for learning 3D printing and 3D modelling, on the web and in the app. They are in force from 16 June 2025. By creating an account you accept them.',
    sections: [
      {
        title: 'Who may use the platform',
        important: true,
        body: [
          'You must be at least 14 years old. If you are under 18, a parent or guardian must agree to a paid subscription.',
          'You give true details when you register and keep them up to date. One account belongs to one person.',
        ],
      },
      {
        title: 'Your account',
        body: [
          'Keep your password to yourself. You answer for what is done with your account until you tell us that somebody else is using it.',
          'You can sign out on this device or on all devices, export your data and delete your account in Settings. A deleted account can be kept for 30 days: sign in and withdraw the deletion; after that it is gone for good. Deleting it cancels a subscription, and what is left of its period ends with the account.',
        ],
      },
      {
        title: 'What we offer',
        body: [
          'Courses made of video lessons, resources and tests, with progress, achievements, events, news and certificates. Part of it is free; the rest belongs to the paid plans.',
          [
            'Free: the free courses, basic learning resources and the community.',
            `Pro, €${eurosOf('pro', 'monthly')} per month: all courses, full learning resources, analytics and downloadable resources.`,
            `Premium, €${eurosOf('premium', 'monthly')} per month: everything from Pro, with priority support, offline learning, certificates of completion and access to a mentor.`,
          ],
          'Yearly billing costs 20% less than twelve months. The price shown before you confirm a purchase is the one that counts.',
        ],
      },
      {
        title: 'Subscriptions and payments',
        important: true,
        body: [
          'A subscription renews by itself at the end of each month or year until you cancel it. The first paid plan of an account begins with a free trial of 7 days; if you do not cancel during it, the first payment follows at its end.',
          'Payments are processed by a card payment provider. Your card details go to the provider only: we never see or keep them.',
          'If a payment fails, the provider tries again and we let you know. If it stays unpaid, the account continues on the free plan.',
          'We announce a change of price at least 30 days before it applies to you; you can cancel before that.',
        ],
      },
      {
        title: 'Cancellation and refunds',
        important: true,
        body: [
          'You can cancel at any time. You keep access until the end of the period that you have paid for.',
          'New Pro and new Premium subscriptions and upgrades from Pro to Premium carry a 24-hour money-back guarantee. The Refund Policy says how it works and what it does not cover.',
        ],
      },
      {
        title: 'Learning offline',
        body: [
          'Premium learners may download lessons in the app or a mobile browser and watch them without a network. Downloads are for your own learning, play only in the app, and need a connection at least once in 30 days to confirm the subscription. They stop playing when the subscription ends.',
        ],
      },
      {
        title: 'Our content',
        body: [
          'Lessons, tests, texts and drawings belong to us or to their authors. For as long as you have access you may use them for your own learning. Models and slicer profiles that are offered for download you may print and change for your own projects.',
          'Without our written consent you may not:',
          [
            'copy, sell or publish lessons or tests;',
            'share your account or your downloads;',
            'go around protection, or collect content by automatic means.',
          ],
        ],
      },
      {
        title: 'Your content and conduct',
        body: [
          'What you write stays yours. By publishing a comment you allow us to show it on the platform. Be respectful: we remove what is unlawful, hurtful, misleading or advertising, and may close accounts that keep publishing it.',
        ],
      },
      {
        title: 'Certificates',
        body: [
          'A certificate shows that you passed the tests it names. It is no state-recognised qualification. A certificate obtained by deception may be withdrawn.',
        ],
      },
      {
        title: 'Partners and filament discounts',
        body: [
          'Subscribers may get discounted 3D filament from a partner. All transactions are directly with that partner: ordering, payment, delivery, returns and warranty are between you and the partner.',
        ],
      },
      {
        title: 'Safety in the workshop',
        important: true,
        body: [
          'Printers have hot and moving parts, and some materials give off fumes. Follow the instructions of the maker of your printer and material, and do not leave a printer unattended. You use what you learn at your own responsibility.',
        ],
      },
      {
        title: 'Availability and liability',
        body: [
          'We keep the platform running with care but cannot promise that it never fails. What you do without a network is kept on your device and sent when the network returns.',
          'We are liable for damage that we cause on purpose or by gross negligence, and otherwise up to the amount that you paid in the last 12 months. Rights that the law gives consumers are not limited by these terms.',
        ],
      },
      {
        title: 'Ending the agreement',
        body: [
          'You can end it at any time by deleting your account. We can close an account that breaks these terms seriously or repeatedly; unless the law or the safety of others demands otherwise, we warn you first.',
        ],
      },
      {
        title: 'Changes to these terms',
        important: true,
        body: [
          'We announce material changes at least 30 days before they apply, by e-mail or in the app. If you do not agree, you can cancel before that day. Continuing to use the platform afterwards means that you accept them.',
        ],
      },
      {
        title: 'Law and disputes',
        body: [
          'Bulgarian law applies. We would rather settle a disagreement by talking: write to us first. Disputes that cannot be settled go to the competent court in Sofia. Consumers keep the right to turn to the Commission for Consumer Protection and to the court that the law gives them.',
        ],
      },
    ],
  },
  bg: {
    title: 'Общи условия',
    welcome: `Добре дошли в „${PRODUCT}“`,
    lead: 'Тези условия са договорът между Вас и нас за платформата за обучение по 3D печат и 3D моделиране, в браузъра и в приложението. Те са в сила от 16 юни 2025\u00a0г. Със създаването на акаунт Вие ги приемате.',
    sections: [
      {
        title: 'Кой може да ползва платформата',
        important: true,
        body: [
          'Трябва да сте навършили 14 години. Ако сте под 18, за платен абонамент е нужно съгласието на родител или настойник.',
          'При регистрация посочвате верни данни и ги поддържате актуални. Един акаунт принадлежи на един човек.',
        ],
      },
      {
        title: 'Вашият акаунт',
        body: [
          'Пазете паролата само за себе си. Вие отговаряте за действията с акаунта, докато не ни съобщите, че го ползва друг.',
          'От „Настройки“ можете да излезете от това или от всички устройства, да изтеглите данните си и да изтриете акаунта. Изтрит акаунт може да бъде запазен 30 дни: влезте и оттеглете изтриването; след това изчезва завинаги. С изтриването абонаментът се отказва и остатъкът от периода му свършва с акаунта.',
        ],
      },
      {
        title: 'Какво предлагаме',
        body: [
          'Курсове от видео уроци, материали и тестове, с напредък, постижения, събития, новини и сертификати. Част от тях са безплатни, останалото е в платените планове.',
          [
            'Безплатен: безплатните курсове, основни учебни материали и общността.',
            `Pro, ${eurosOf('pro', 'monthly')} € на месец: всички курсове, пълните учебни материали, анализи и материали за сваляне.`,
            `Premium, ${eurosOf('premium', 'monthly')} € на месец: всичко от Pro, приоритетна поддръжка, учене офлайн, сертификати за завършен курс и достъп до ментор.`,
          ],
          'Годишното плащане е с 20% по-изгодно от дванадесет месеца. Валидна е цената, показана преди потвърждаването на покупката.',
        ],
      },
      {
        title: 'Абонаменти и плащания',
        important: true,
        body: [
          'Абонаментът се подновява сам в края на всеки месец или година, докато не го прекратите. Първият платен план на акаунта започва със 7-дневен безплатен пробен период; ако не се откажете през него, първото плащане е в края му.',
          'Плащанията се обработват от доставчик на картови плащания. Данните на картата Ви отиват само при него: ние нито ги виждаме, нито ги пазим.',
          'Ако плащане не успее, доставчикът опитва отново и ние Ви уведомяваме. Ако остане неплатено, акаунтът продължава с безплатния план.',
          'За промяна на цената съобщаваме поне 30 дни преди тя да засегне Вас; дотогава можете да се откажете.',
        ],
      },
      {
        title: 'Прекратяване и възстановяване на суми',
        important: true,
        body: [
          'Можете да прекратите абонамента по всяко време. Достъпът Ви остава до края на платения период.',
          'За нов абонамент Pro или Premium и за преминаване от Pro към Premium има 24-часова гаранция за връщане на парите. Как работи и какво не покрива, пише в Политиката за възстановяване на суми.',
        ],
      },
      {
        title: 'Учене офлайн',
        body: [
          'С план Premium можете да сваляте уроци в приложението или в мобилен браузър и да ги гледате без мрежа. Свалените уроци са за Вашето лично обучение, възпроизвеждат се само в приложението и изискват връзка поне веднъж на 30 дни, за да се потвърди абонаментът. Когато абонаментът свърши, спират да се възпроизвеждат.',
        ],
      },
      {
        title: 'Нашето съдържание',
        body: [
          'Уроците, тестовете, текстовете и рисунките принадлежат на нас или на авторите си. Докато имате достъп, можете да ги ползвате за личното си обучение. Моделите и профилите за слайсер, предложени за сваляне, можете да печатате и променяте за свои проекти.',
          'Без наше писмено съгласие не можете:',
          [
            'да копирате, продавате или публикувате уроци и тестове;',
            'да споделяте акаунта си или свалените уроци;',
            'да заобикаляте защитата или да събирате съдържание с автоматични средства.',
          ],
        ],
      },
      {
        title: 'Вашето съдържание и поведение',
        body: [
          'Написаното от Вас остава Ваше. Като публикувате коментар, ни позволявате да го показваме в платформата. Бъдете уважителни: премахваме незаконното, обидното, подвеждащото и рекламното и можем да закрием акаунти, които продължават да го публикуват.',
        ],
      },
      {
        title: 'Сертификати',
        body: [
          'Сертификатът показва, че сте издържали посочените в него тестове. Той не е признат от държавата документ за квалификация. Сертификат, получен с измама, може да бъде отнет.',
        ],
      },
      {
        title: 'Партньори и отстъпки за филамент',
        body: [
          'Абонатите могат да получат 3D филамент с отстъпка от партньор. Всички сделки са пряко с партньора: поръчката, плащането, доставката, връщането и гаранцията са между Вас и него.',
        ],
      },
      {
        title: 'Безопасност в работилницата',
        important: true,
        body: [
          'Принтерите имат горещи и движещи се части, а някои материали отделят изпарения. Спазвайте указанията на производителя на принтера и на материала и не оставяйте принтера без надзор. Прилагате наученото на своя отговорност.',
        ],
      },
      {
        title: 'Достъпност и отговорност',
        body: [
          'Поддържаме платформата с грижа, но не можем да обещаем, че никога няма да спре. Направеното без мрежа се пази на устройството Ви и се изпраща, когато мрежата се върне.',
          'Отговаряме за вреди, причинени умишлено или с груба небрежност, а в останалите случаи до сумата, която сте платили през последните 12 месеца. Тези условия не ограничават правата, които законът дава на потребителите.',
        ],
      },
      {
        title: 'Край на договора',
        body: [
          'Можете да го прекратите по всяко време, като изтриете акаунта си. Ние можем да закрием акаунт, който нарушава условията тежко или многократно; ако законът или безопасността на другите не изискват друго, първо Ви предупреждаваме.',
        ],
      },
      {
        title: 'Промени в условията',
        important: true,
        body: [
          'За съществени промени съобщаваме поне 30 дни предварително по имейл или в приложението. Ако не сте съгласни, можете да се откажете преди този ден. Ако продължите да ползвате платформата след него, приемате промените.',
        ],
      },
      {
        title: 'Приложимо право и спорове',
        body: [
          'Прилага се българското право. Предпочитаме да се разберем с разговор: първо ни пишете. Спорове, които не могат да се уредят така, се решават от компетентния съд в София. Потребителите запазват правото си да се обърнат към Комисията за защита на потребителите и към съда, който законът им дава.',
        ],
      },
    ],
  },
};
