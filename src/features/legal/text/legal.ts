import { PRODUCT } from '@/shared/text/common';

/** The structure of a legal text and the labels around it, shared by the three legal pages. */
export type Language = 'en' | 'bg';

export interface LegalSection {
  title: string;
  /** Highlights a section about something that costs money, ends access or cannot be undone. */
  important?: true;
  /** A string is a paragraph, an array is a list. */
  body: readonly (string | readonly string[])[];
}

export interface LegalText {
  title: string;
  /** The welcome card. */
  welcome: string;
  lead: string;
  sections: readonly LegalSection[];
}

export type LegalDocument = Record<Language, LegalText>;

/** The date of the last change, from which the three texts are in force. */
const IN_FORCE: Record<Language, string> = { en: '16 June 2025', bg: '16 юни 2025\u00a0г.' };

export const languageNames: Record<Language, string> = { en: 'English', bg: 'Български' };

type Frame =
  | 'back'
  | 'language'
  | 'important'
  | 'openAll'
  | 'closeAll'
  | 'print'
  | 'others'
  | 'helpTitle'
  | 'helpText'
  | 'write'
  | 'updated';

export const legalFrame: Record<Language, Record<Frame, string>> = {
  en: {
    back: 'Back',
    language: 'Language',
    important: 'Important',
    openAll: 'Open all sections',
    closeAll: 'Close all sections',
    print: 'Print',
    others: 'Related documents',
    helpTitle: 'Need help?',
    helpText: `Write to us in the support chat of the ${PRODUCT} app. We answer in Bulgarian and in English, usually within one working day.`,
    write: 'Write to us',
    updated: `Last updated: ${IN_FORCE.en}`,
  },
  bg: {
    back: 'Назад',
    language: 'Език',
    important: 'Важно',
    openAll: 'Отворете всички раздели',
    closeAll: 'Затворете всички раздели',
    print: 'Отпечатайте',
    others: 'Свързани документи',
    helpTitle: 'Нужна Ви е помощ?',
    helpText: `Пишете ни в чата за поддръжка в приложението „${PRODUCT}“. Отговаряме на български и на английски, обикновено до един работен ден.`,
    write: 'Пишете ни',
    updated: `Последна промяна: ${IN_FORCE.bg}`,
  },
};
