import { PRODUCT } from '@/shared/text/common';
import type { LegalDocument } from './legal';

export const refundText: LegalDocument = {
  en: {
    title: 'Refund Policy',
    welcome: '24-hour money-back guarantee',
    lead: `If a paid plan of ${PRODUCT} is not for you, ask within 24 hours of the payment and you get the whole amount back.`,
    sections: [
      {
        title: 'What the guarantee covers',
        important: true,
        body: [
          'You can get the full amount of a payment back when you ask within 24 hours of it. This holds for:',
          ['a new Pro subscription;', 'a new Premium subscription;', 'an upgrade from Pro to Premium.'],
          'It holds for monthly and for yearly billing. You need not give a reason.',
        ],
      },
      {
        title: 'When the 24 hours begin',
        body: [
          'The 24 hours begin at the moment of the payment that is shown on your invoice, and not when you first open a lesson.',
          'A first paid plan begins with a free trial of 7 days. Nothing is charged during the trial, so nothing needs to be refunded: cancel before it ends and you pay nothing. The 24 hours begin with the first payment after it.',
        ],
      },
      {
        title: 'How to ask for a refund',
        body: [
          'Within 24 hours of the payment:',
          [
            'open Settings, the tab “Абонамент”, and press “Върнете парите”; or',
            'write to us in the support chat of the app, with the e-mail of your account and the number of the invoice.',
          ],
          'Tip: the time of your request counts, not the time of our answer. A request sent within the 24 hours is in time.',
        ],
      },
      {
        title: 'How long it takes',
        body: [
          [
            'We process a request within 1–2 business days.',
            'The money then reaches your card or account within 3–5 business days, depending on your bank.',
          ],
          'We always refund to the means of payment that was used. When a payment is refunded, the paid plan ends at once and your account continues on the free plan. When the payment for an upgrade from Pro to Premium is refunded, you have the plan and the period that you paid for before it. Your progress, notes and certificates stay.',
        ],
      },
      {
        title: 'What is not refunded',
        important: true,
        body: [
          [
            'Parts of a month or of a year that you did not use.',
            'The free plan: it costs nothing.',
            'Purchases from third-party platforms, among them app stores and our filament partner: their own rules apply, so please ask them.',
            'Requests made more than 24 hours after the payment.',
          ],
        ],
      },
      {
        title: 'Cancelling a subscription',
        body: [
          'You can cancel at any time in the billing portal. Cancelling stops the next payment. You keep access until the end of the period you have paid for; after that your account continues on the free plan.',
          'Cancelling by itself is no request for a refund.',
        ],
      },
      {
        title: 'Mistaken charges',
        body: [
          'If you were charged twice or charged a wrong amount, tell us: we correct our mistakes whenever you find them, and the 24 hours do not apply to them.',
          'Please write to us before you dispute a charge at your bank. It is faster, and your access is not interrupted.',
        ],
      },
      {
        title: 'Your rights as a consumer',
        body: [
          'Nothing in this policy takes away rights that the law gives you and that cannot be given up by agreement.',
        ],
      },
    ],
  },
  bg: {
    title: 'Политика за възстановяване на суми',
    welcome: '24-часова гаранция за връщане на парите',
    lead: `Ако платеният план на „${PRODUCT}“ не е за Вас, поискайте парите си до 24 часа след плащането и ще получите цялата сума.`,
    sections: [
      {
        title: 'Какво покрива гаранцията',
        important: true,
        body: [
          'Можете да получите обратно цялата платена сума, ако я поискате до 24 часа след плащането. Това важи за:',
          ['нов абонамент Pro;', 'нов абонамент Premium;', 'преминаване от Pro към Premium.'],
          'Важи и за месечно, и за годишно плащане. Не е нужно да посочвате причина.',
        ],
      },
      {
        title: 'Кога започват да текат 24-те часа',
        body: [
          '24-те часа започват в момента на плащането, посочен във фактурата Ви, а не когато за пръв път отворите урок.',
          'Първият платен план започва със 7-дневен безплатен пробен период. През него не плащате нищо и няма какво да се възстановява: откажете се преди края му и не дължите нищо. 24-те часа започват с първото плащане след него.',
        ],
      },
      {
        title: 'Как да поискате възстановяване',
        body: [
          'До 24 часа след плащането:',
          [
            'отворете „Настройки“, раздела „Абонамент“, и натиснете „Върнете парите“; или',
            'пишете ни в чата за поддръжка в приложението с имейла на акаунта си и номера на фактурата.',
          ],
          'Съвет: важи часът на Вашето искане, а не на нашия отговор. Искане, изпратено в рамките на 24-те часа, е навреме.',
        ],
      },
      {
        title: 'Колко време отнема',
        body: [
          [
            'Обработваме искането за 1–2 работни дни.',
            'След това парите постъпват по картата или сметката Ви за 3–5 работни дни според банката.',
          ],
          'Възстановяваме сумата винаги по начина, по който е платена. Когато плащането бъде върнато, платеният план спира веднага и акаунтът Ви продължава с безплатния план. Когато бъде върнато плащането за преминаване от Pro към Premium, отново имате плана и периода, които сте платили преди него. Напредъкът, бележките и сертификатите Ви остават.',
        ],
      },
      {
        title: 'Какво не се възстановява',
        important: true,
        body: [
          [
            'Неизползвани части от месец или от година.',
            'Безплатният план: той не струва нищо.',
            'Покупки от трети платформи, включително магазини за приложения и партньора ни за филамент: за тях важат техните правила, затова се обърнете към тях.',
            'Искания, изпратени повече от 24 часа след плащането.',
          ],
        ],
      },
      {
        title: 'Прекратяване на абонамента',
        body: [
          'Можете да прекратите абонамента по всяко време от портала за плащания. Така спирате следващото плащане. Достъпът Ви остава до края на платения период; след това акаунтът продължава с безплатния план.',
          'Прекратяването само по себе си не е искане за възстановяване на сума.',
        ],
      },
      {
        title: 'Грешни плащания',
        body: [
          'Ако сумата е удържана два пъти или е грешна, пишете ни: поправяме грешките си, когато и да ги откриете, и 24-те часа не важат за тях.',
          'Моля, пишете ни, преди да оспорите плащане пред банката си. По-бързо е и достъпът Ви не се прекъсва.',
        ],
      },
      {
        title: 'Вашите права като потребител',
        body: [
          'Нищо в тази политика не отнема права, които законът Ви дава и от които не можете да се откажете с договор.',
        ],
      },
    ],
  },
};
