import type { QuizState } from '@/domain/quiz-state';
import { byCount } from '@/lib/by-count';
import { counted, formatDuration } from '@/lib/format';

/** Texts of the quiz page. English texts are quoted from the specification. */
export const quizText = {
  noId: 'No test ID provided',
  notFound: 'Test not found',
  notFoundHint: 'Тестът може да е премахнат или да не е част от Вашия план.',
  closed: 'Този тест вече не е на разположение',
  closedHint: 'Премахнат е или не е част от сегашния Ви план. Резултатите Ви са запазени.',
  plans: 'Вижте плановете',
  results: 'Вашите резултати',
  loadFailed: 'Failed to load test. Please try again',
  loadFailedHint: 'Отговорите Ви са запазени на устройството.',
  tryAgain: 'Try Again',
  notHere: 'Тестът още не е на това устройство',
  notHereHint: 'Свържете се веднъж с интернет. След това тестът се решава и без връзка.',
  noQuestions: "This test doesn't have any questions yet",
  loading: 'Тестът се зарежда',
  back: 'Назад',
  toLesson: 'Към урока',
  toCourse: 'Към курса',
  home: 'Към началото',

  actions: { not_started: 'Start', in_progress: 'Continue', completed: 'Retake Test' } satisfies Record<
    QuizState,
    string
  >,
  openNotice: (answered: number, total: number) => `Имате започнат опит: отговорени са ${answered} от ${total}.`,
  offlineNotice:
    'Няма връзка. Тестът може да се реши и сега: отговорите се пазят на устройството и се изпращат, когато има мрежа.',
  noAttemptsLeft: 'Използвахте всички опити за този тест.',
  usedMeanwhile:
    'Опитите за този тест междувременно са използвани другаде. Можете да довършите, но сървърът няма да приеме резултата.',
  startFailed: 'Опитът не можа да започне: на устройството няма място за запис. Освободете място и опитайте отново.',

  questions: 'Въпроси',
  points: 'Точки',
  pointsOf: (points: number) => counted(points, 'точка', 'точки'),
  pointsEarned: (earned: number, all: number) => `Точки: ${earned} от ${all}`,
  passing: 'За успех',
  percent: (value: number) => `${value} %`,
  timeLimit: 'Време',
  minutes: (minutes: number) => counted(minutes, 'минута', 'минути'),
  unlimited: 'без лимит',
  timeLimitHint:
    'Времето тече от началото до края, и при изход или затворена страница. Когато изтече, тестът приключва сам с отговорите дотук.',
  runsOn: 'Времето тече. Остават',
  attempts: 'Опити',
  attemptsOf: (used: number, most: number) => `${used} от ${most}`,
  attemptsUsed: (used: number) => `${used} досега`,

  earlier: 'Предишни опити',
  noEarlier: 'Още нямате опити. Резултатите Ви ще се появят тук.',
  passed: 'Издържан',
  failed: 'Неиздържан',
  waiting: 'чака потвърждение',
  rejected: 'не е приет от сървъра',
  open: 'започнат',
  spent: (ms: number) => formatDuration(ms / 1_000),

  exit: 'Изход',
  exitHint: 'Опитът се пази и продължава оттам, където сте.',
  exitHintTimed: 'Опитът се пази, но времето тече и след изхода.',
  pictureOf: (number: number) => `Картинка към въпрос ${number}`,
  questionOf: (index: number, total: number) => `Въпрос ${index} от ${total}`,
  oneAnswer: 'Изберете един отговор',
  manyAnswers: 'Може да има няколко верни отговора',
  elapsed: 'Изминало време',
  elapsedTime: (time: string) => `Изминало време: ${time}`,
  left: 'Оставащо време',
  answered: (answered: number, total: number) => `Отговорени ${answered} от ${total}`,
  unanswered: (count: number) =>
    `Без отговор: ${counted(count, 'въпрос', 'въпроса')}. Може да се върнете към ${byCount(count, 'него', 'тях')} или да приключите така.`,
  unansweredList: 'Въпроси без отговор',
  question: (number: number) => `Въпрос ${number}`,
  previous: 'Previous',
  next: 'Next',
  finish: 'Finish',
  saving: 'Записва се…',
  saved: 'Отговорите са запазени на устройството',
  unsaved: 'Отговорът още не е записан',
  saveFailed:
    'Отговорът не можа да се запише: на устройството няма място. Не затваряйте страницата, освободете място и опитайте отново.',
  saveKept: 'Ако има място, а записът пак не успява, заредете страницата отново: изборът Ви ще бъде тук.',
  finishFailed: 'Тестът не можа да се приключи: на устройството няма място за запис. Отговорите Ви са тук.',
  retry: 'Опитайте отново',
  warning: (minutes: 5 | 1) =>
    `${byCount(minutes, 'Остава', 'Остават')} Ви по-малко от ${counted(minutes, 'минута', 'минути')}.`,
  timeUp: 'Времето изтече. Тестът е приключен с отговорите дотук.',

  congratulations: 'Congratulations',
  complete: 'Test Complete',
  betterLuck: 'Better luck next time!',
  required: (percent: number) => `Required: ${percent}%`,
  score: 'Резултат',
  computing: 'Резултатът се изчислява…',
  sent: 'Изпратен. Ще бъде оценен, щом има връзка',
  keyHidden: 'Верните отговори ще видите, когато издържите теста или след последния опит.',
  notCounted:
    'Този опит не се брои за сертификата: надхвърлил е времето, започнал е по-малко от 10 минути след предишния или е получен, след като по-късен опит вече е оценен.',
  // The formatted time ends with the abbreviation `ч.`, which must not be alone on a line or get a second full stop.
  opensAt: (moment: string) => `Следващ опит: от ${moment.replace(/ ч\.$/, '\u00a0ч.')}`,
  gradedHint:
    'Този тест е за сертификат. Оценява го сървърът, затова без връзка резултатът идва по-късно. За сертификата се броят опитите в рамките на времето, с поне 10 минути между два опита.',
  unknownScore: 'Резултатът ще дойде от сървъра.',
  praise: { 90: 'Отлична работа: слоевете лежат без луфт.', 80: 'Много добра работа, почти без грешка.' },
  passedPlain: 'Тестът е издържан.',
  time: 'Време за решаване',
  resultWaiting: 'резултатът чака потвърждение',
  resultConfirmed: 'резултатът е потвърден',
  resultRejected: 'Сървърът не прие този опит.',
  correctOf: (correct: number, total: number) => `Верни ${correct} от ${total}`,
  close: 'Close',
  review: 'Преглед на отговорите',
  reviewLater: 'Кои отговори са верни и защо, ще видите тук, щом сървърът потвърди резултата.',
  right: 'Вярно',
  wrong: 'Грешно',
  yourAnswer: 'Вашият отговор',
  noAnswer: 'без отговор',
  rightAnswer: 'Верен отговор',
  removedQuestion: 'Този въпрос вече не е в теста.',
} as const;

/** Texts for rejection codes that the learner can understand. Other codes show the general sentence. */
export const attemptRejections: Record<string, string> = {
  attempts_exhausted: 'Опитите за този тест са изчерпани, затова сървърът не прие този.',
  not_found: 'Тестът вече не съществува, затова сървърът не прие опита.',
  forbidden: 'Вашият план не включва този тест, затова сървърът не прие опита.',
};
