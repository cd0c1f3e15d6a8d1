import { PRODUCT } from '@/shared/text/common';
import type { LegalDocument } from './legal';

export const privacyText: LegalDocument = {
  en: {
    title: 'Privacy Policy',
    welcome: 'Your data, in plain words',
    lead: `This policy says what ${PRODUCT} knows about you, why, for how long, and what you can do about it. It is in force from 16 June 2025. We show no advertising and sell no data.`,
    sections: [
      {
        title: 'What we collect',
        important: true,
        body: [
          [
            'Account: your name, your e-mail and your password, which is kept only as a one-way hash.',
            'Profile, if you fill it in: about you, job title, location, website.',
            'Learning: lessons watched and where you stopped, test answers and results, notes, likes, comments, days of activity, achievements, certificates and events you sign up for.',
            'Subscription: your plan, its period and your invoices. Card details are with the card payment provider; we never see them.',
            'Forms: what you write in a demo request, and the e-mail you leave to hear about the launch of the store.',
            'Device: a key for push messages, if you allow them, and technical records of requests without their content.',
          ],
          'We do not ask for special categories of data, such as health or beliefs. Please do not write them in comments or notes.',
        ],
      },
      {
        title: 'Why we use it',
        body: [
          [
            'To give you what you signed up for: your courses, your progress on all your devices, your certificates (performance of the contract).',
            'To take payments and keep the accounts that the law demands (legal obligation).',
            'To keep the platform safe: limits on sign-in attempts, the robot check, refused requests (legitimate interest).',
            'To send push messages and news of the store (your consent, which you can withdraw at any time).',
          ],
          'No decision with legal effect for you is made by automatic means.',
        ],
      },
      {
        title: 'What stays on your device',
        body: [
          'The platform works without a network because it keeps a copy of your courses, your progress and your downloads in the storage of your browser or app. Who can unlock your device can see it.',
          'Signing out hides this copy. In Settings you see what the device holds and can remove all of it. We use this storage only to make the platform work; there are no advertising or tracking cookies.',
        ],
      },
      {
        title: 'Who else receives data',
        important: true,
        body: [
          'Only those who help us to run the platform, under contract and for this purpose only:',
          [
            'the provider that hosts our servers and database;',
            'the card payment provider;',
            'the services that deliver e-mail and push messages.',
          ],
          'Our filament partner receives nothing from us: what you buy there you give the partner yourself. Authorities receive data only where the law obliges us.',
          'Comments are seen by other learners together with your name.',
        ],
      },
      {
        title: 'Where data is kept',
        body: [
          'In the European Union where we can choose. If a provider processes data outside the European Economic Area, it does so under the standard contractual clauses of the European Commission or a decision on adequate protection.',
        ],
      },
      {
        title: 'How long we keep it',
        body: [
          [
            'Account and learning data: as long as you have an account.',
            'A deleted account: 30 days, in which you can sign in and keep it; your name leaves your comments at once. Then everything personal is removed, your comments included.',
            'Invoices and payments: as long as Bulgarian accounting and tax law demands, also after the account is gone; then without your name and e-mail. Of an address that had its free trial only an irreversible digest stays.',
            'Demo requests: until they are answered, and at most 12 months. The launch list: until the store opens or you ask to be removed.',
            'Technical records: at most 30 days.',
          ],
        ],
      },
      {
        title: 'Your rights',
        important: true,
        body: [
          'You have the right to:',
          [
            'see your data and get a copy: Settings, “Export my data”;',
            'correct it: Settings, Profile;',
            'have it deleted: Settings, “Delete my account”;',
            'restrict or object to its use, and take it elsewhere;',
            'withdraw a consent, without effect on what was done before.',
          ],
          'We answer within one month. If you believe that we break the law, you can complain to the Commission for Personal Data Protection in Sofia (cpdp.bg). We would be glad if you wrote to us first.',
        ],
      },
      {
        title: 'How we protect it',
        body: [
          'Connections are encrypted, passwords are hashed, each account can read only its own rows in the database, and entitlements are written by the server alone. Few people have access, each with an account of their own. If a breach puts your rights at risk, we tell you and the Commission as the law demands, within 72 hours.',
        ],
      },
      {
        title: 'Children',
        important: true,
        body: [
          'The platform is for people of 14 and older. We do not knowingly keep data of younger children; if you know of such an account, tell us and we delete it.',
        ],
      },
      {
        title: 'Changes to this policy',
        body: [
          'We announce material changes at least 30 days before they apply, by e-mail or in the app. Bulgarian law and the GDPR apply.',
        ],
      },
    ],
  },
  bg: {
    title: 'Политика за поверителност',
    welcome: 'Вашите данни с прости думи',
    lead: `Тук пише какво знае „${PRODUCT}“ за Вас, защо, колко дълго и какво можете да направите. Политиката е в сила от 16 юни 2025\u00a0г. Не показваме реклами и не продаваме данни.`,
    sections: [
      {
        title: 'Какво събираме',
        important: true,
        body: [
          [
            'Акаунт: име, имейл и парола, която пазим само като необратим хеш.',
            'Профил, ако го попълните: за Вас, длъжност, местоположение, уебсайт.',
            'Учене: гледаните уроци и докъде сте стигнали, отговори и резултати от тестове, бележки, харесвания, коментари, дни на активност, постижения, сертификати и събития, за които се записвате.',
            'Абонамент: планът Ви, неговият период и фактурите. Данните на картата са при доставчика на картови плащания; ние не ги виждаме.',
            'Формуляри: написаното в заявка за демонстрация и имейлът, който оставяте, за да научите кога отваря магазинът.',
            'Устройство: ключ за известия, ако ги разрешите, и технически записи за заявките без тяхното съдържание.',
          ],
          'Не искаме чувствителни данни като здраве или убеждения. Моля, не ги пишете в коментари и бележки.',
        ],
      },
      {
        title: 'Защо ги използваме',
        body: [
          [
            'За да Ви дадем това, за което сте се записали: курсовете, напредъка на всичките Ви устройства, сертификатите (изпълнение на договор).',
            'За да приемаме плащания и да водим счетоводството, което законът изисква (правно задължение).',
            'За да пазим платформата: ограничение на опитите за вход, проверка за роботи, отказани заявки (легитимен интерес).',
            'За да изпращаме известия и новини за магазина (Вашето съгласие, което можете да оттеглите по всяко време).',
          ],
          'Не вземаме решения с правни последици за Вас по автоматичен начин.',
        ],
      },
      {
        title: 'Какво остава на устройството Ви',
        body: [
          'Платформата работи без мрежа, защото пази копие на курсовете, напредъка и свалените уроци в паметта на браузъра или приложението. Който може да отключи устройството Ви, може да го види.',
          'При изход това копие се изтрива. Остават свалените уроци, заключени, и написаното, което още не е изпратено. В „Настройки“ виждате какво пази устройството и можете да премахнете всичко. Използваме тази памет само за работата на платформата; няма рекламни и проследяващи бисквитки.',
        ],
      },
      {
        title: 'Кой още получава данни',
        important: true,
        body: [
          'Само онези, които ни помагат да поддържаме платформата, по договор и само за тази цел:',
          [
            'доставчикът, при когото са сървърите и базата ни данни;',
            'доставчикът на картови плащания;',
            'услугите, които доставят имейли и известия.',
          ],
          'Партньорът ни за филамент не получава нищо от нас: каквото купувате при него, му го давате Вие. Държавните органи получават данни само когато законът ни задължава.',
          'Коментарите Ви се виждат от другите учещи заедно с името Ви.',
        ],
      },
      {
        title: 'Къде се пазят данните',
        body: [
          'В Европейския съюз, когато можем да избираме. Ако доставчик обработва данни извън Европейското икономическо пространство, той го прави по стандартните договорни клаузи на Европейската комисия или по решение за адекватна защита.',
        ],
      },
      {
        title: 'Колко дълго ги пазим',
        body: [
          [
            'Данните за акаунта и ученето: докато имате акаунт.',
            'Изтрит акаунт: 30 дни, през които можете да влезете и да го запазите; името Ви се скрива от коментарите веднага. След това всичко лично се премахва, и коментарите Ви.',
            'Фактури и плащания: колкото изискват българските счетоводни и данъчни закони, и след края на акаунта, тогава без името и имейла Ви. От адрес, който е имал безплатен пробен период, остава само необратим отпечатък.',
            'Заявки за демонстрация: докато получат отговор, най-много 12 месеца. Списъкът за магазина: докато отвори или поискате да Ви махнем.',
            'Технически записи: най-много 30 дни.',
          ],
        ],
      },
      {
        title: 'Вашите права',
        important: true,
        body: [
          'Имате право:',
          [
            'да видите данните си и да получите копие: „Настройки“, „Свалете моите данни“;',
            'да ги поправите: „Настройки“, „Профил“;',
            'да поискате изтриването им: „Настройки“, „Изтрийте профила си“;',
            'да ограничите използването им, да възразите срещу него и да ги пренесете другаде;',
            'да оттеглите съгласие, без това да засяга направеното дотогава.',
          ],
          'Отговаряме до един месец. Ако смятате, че нарушаваме закона, можете да се оплачете пред Комисията за защита на личните данни в София (cpdp.bg). Ще се радваме първо да пишете на нас.',
        ],
      },
      {
        title: 'Как ги пазим',
        body: [
          'Връзките са шифровани, паролите са хеширани, всеки акаунт чете само своите редове в базата данни, а правата се записват само от сървъра. Достъп имат малко хора, всеки със свой акаунт. Ако пробив застраши правата Ви, уведомяваме Вас и Комисията, както изисква законът, до 72 часа.',
        ],
      },
      {
        title: 'Деца',
        important: true,
        body: [
          'Платформата е за хора, навършили 14 години. Не пазим съзнателно данни на по-малки деца; ако знаете за такъв акаунт, кажете ни и ще го изтрием.',
        ],
      },
      {
        title: 'Промени в политиката',
        body: [
          'За съществени промени съобщаваме поне 30 дни предварително по имейл или в приложението. Прилагат се българското право и Регламентът за защита на данните (GDPR).',
        ],
      },
    ],
  },
};
