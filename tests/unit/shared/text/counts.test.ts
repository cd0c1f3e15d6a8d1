import { describe, expect, test } from 'vitest';
import { accountEnd, leaveText } from '@/features/accounts/text/account-end';
import { achievementsText } from '@/features/achievements/text';
import { certificatesText } from '@/features/certificates/text/certificates';
import { courseText as consoleCourses } from '@/features/console-kit/text/courses';
import { archiveText } from '@/features/courses/console/text/archive';
import { quizText as consoleQuiz } from '@/features/courses/console/text/quiz';
import { coursePage } from '@/features/courses/text/course';
import { courseText, myCourses } from '@/features/courses/text/courses';
import {
  courseDownloadText,
  damagedText,
  downloadText,
  managerText,
  offlineHomeText,
  offlineText,
} from '@/features/downloads/text';
import { adminEventsText } from '@/features/events/console/text';
import { eventsText } from '@/features/events/text/events';
import { freeText } from '@/features/lesson/text/free';
import { commentText, lessonQuizzes, likeText, noteText, videoText } from '@/features/lesson/text/lesson';
import { figureText } from '@/features/models/text/viewer';
import { articleText } from '@/features/news/text';
import { adminNotificationsText } from '@/features/notifications/console/text';
import { timelineText } from '@/features/player/text/timeline';
import { quizText } from '@/features/quiz/text';
import { sessionText } from '@/features/settings/text';
import { activityText } from '@/features/streak/text/activity';
import { streakText } from '@/features/streak/text/streak';
import { evictedText, storageEvictedText, syncText } from '@/features/sync/text/sync';
import { achievementText, activity, calendarText } from '@/shared/text/home-blocks';
import { appBar } from '@/shared/text/shell';

/** [name, text, its result for 1, its result for other counts with `#` as the number]. In Bulgarian 21 and 101 are plural too. */
const table: readonly [name: string, text: (count: number) => string, one: string, other: string][] = [
  ['streak', appBar.streak, 'Серия: 1 ден поред', 'Серия: # дни поред'],
  ['days', streakText.days, '1 ден', '# дни'],
  ['active days', activityText.yearDays, '1 активен ден', '# активни дни'],
  ['days offline', offlineHomeText.days, '1 ден поред', '# дни поред'],
  ['waiting', syncText.pending, '1 чака', '# чакат'],
  ['rejected', syncText.rejected, '1 изисква внимание', '# изискват внимание'],
  [
    'unsent at sign-out everywhere',
    sessionText.waiting,
    'Неизпратени: 1 запис. Той остава тук и тръгва, когато отново влезете.',
    'Неизпратени: # записа. Те остават тук и тръгват, когато отново влезете.',
  ],
  [
    'unsent at the deletion of the account',
    accountEnd.waiting,
    'Неизпратени: 1 запис. Ако запазите профила, той ще тръгне от това устройство, когато отново влезете тук.',
    'Неизпратени: # записа. Ако запазите профила, те ще тръгнат от това устройство, когато отново влезете тук.',
  ],
  [
    'unsent on a device that is left',
    leaveText.waiting,
    'Има 1 неизпратен запис, който се пази само тук. Свържете се с интернет, за да тръгне, и опитайте отново.',
    'Има # неизпратени записа, които се пазят само тук. Свържете се с интернет, за да тръгнат, и опитайте отново.',
  ],
  [
    'lost',
    storageEvictedText.unsent,
    '1 запис не беше изпратен и е загубен. Останалото ще се върне, щом влезете.',
    '# записа не бяха изпратени и са загубени. Останалото ще се върне, щом влезете.',
  ],
  ['evicted records', evictedText.stores.journal, '1 Ваш запис', '# Ваши записа'],
  ['evicted rows', evictedText.stores.mirror, '1 запис за курсовете', '# записа за курсовете'],
  ['evicted videos', evictedText.stores.videos, '1 свален урок', '# свалени урока'],
  ['evicted models', evictedText.stores.models, '1 файл към урок', '# файла към уроци'],
  ['evicted files', evictedText.stores.shell, '1 файл на приложението', '# файла на приложението'],
  [
    'delete downloads',
    managerText.deleteConfirm,
    'Ще се изтрие 1 свален урок от това устройство.',
    'Ще се изтрият # свалени урока от това устройство.',
  ],
  ['deleted downloads', downloadText.removed, 'Сваленият урок е изтрит', 'Изтрити са # свалени урока'],
  ['damaged', damagedText.title, 'Един свален урок е повреден', '# свалени урока са повредени'],
  ['repair', damagedText.repair, 'Поправете 1 част', 'Поправете # части'],
  ['repairing', damagedText.repairing, '1 част се сваля отново', '# части се свалят отново'],
  ['rest of a course', courseDownloadText.rest, 'Свалете останалия 1 урок', 'Свалете останалите # урока'],
  ['videos offline', offlineText.videos, '1 свален урок', '# свалени урока'],
  ['lessons offline', (count) => offlineHomeText.lessons(0, count), '0 от 1 урок', '0 от # урока'],
  ['lessons done', (count) => videoText.progressOf(0, count), '0 от 1 урок', '0 от # урока'],
  [
    'unanswered questions',
    quizText.unanswered,
    'Без отговор: 1 въпрос. Може да се върнете към него или да приключите така.',
    'Без отговор: # въпроса. Може да се върнете към тях или да приключите така.',
  ],
  ['points of a question', quizText.pointsOf, '1 точка', '# точки'],
  ['minutes of a quiz', quizText.minutes, '1 минута', '# минути'],
  ['questions of a quiz', lessonQuizzes.questions, '1 въпрос', '# въпроса'],
  ['characters left in a comment', commentText.left, 'Остава 1 знак', 'Остават # знака'],
  ['characters left in a note', noteText.left, 'Остава 1 знак', 'Остават # знака'],
  ['comments', commentText.count, '1 коментар', '# коментара'],
  ['likes', likeText.likes, '1 харесване', '# харесвания'],
  ['versions of a note', noteText.earlier, '1 по-ранна версия', '# по-ранни версии'],
  ['rows of the timeline', timelineText.found, '1 ред', '# реда'],
  ['preview', freeText.previewBadge, 'Преглед: 1 секунда', 'Преглед: # секунди'],
  ['quizzes of a course', coursePage.lockedQuizzesText, 'Този курс има 1 тест.', 'Този курс има # теста.'],
  ['attempts', coursePage.attemptsLeft, '1 оставащ опит', '# оставащи опита'],
  ['minutes of a lesson', coursePage.minutes, '1 минута', '# минути'],
  ['lessons of a course', courseText.lessons, '1 урок', '# урока'],
  ['questions of a course', courseText.questions, '1 въпрос', '# въпроса'],
  ['videos of my courses', myCourses.videos, '1 видео урок', '# видео урока'],
  ['quizzes of a certificate', (count) => certificatesText.progress(0, count), '0 от 1 тест', '0 от # теста'],
  ['points', achievementsText.worth, '1 точка', '# точки'],
  ['points at home', achievementText.points, '1 точка', '# точки'],
  [
    'achievements',
    (count) => achievementsText.cup(count, 200, 0),
    '1 завършено постижение от 200',
    '# завършени постижения от 200',
  ],
  [
    'seats of a full event',
    (count) => eventsText.full(count, count),
    'Събитието е пълно: 1 от 1 място',
    'Събитието е пълно: # от # места',
  ],
  ['free seats', (count) => activity.seats(0, count), '1 свободно място от 1', '# свободни места от #'],
  ['minutes of an event', activity.minutes, '1 минута', '# минути'],
  ['events of a day', calendarText.events, '1 събитие', '# събития'],
  ['reading time', articleText.readingTime, '1 минута четене', '# минути четене'],
  ['edges of a model', figureText.openEdges, '1 ръб без съсед', '# ръба без съсед'],
  ['taken seats, console', adminEventsText.seatsTaken, 'Вече е заето 1 място.', 'Вече са заети # места.'],
  [
    'questions of an import, console',
    (count) => consoleQuiz.importLead(count, count),
    '1 въпрос е разчетен, 1 не е приет.',
    '# въпроса са разчетени, # не са приети.',
  ],
  [
    'files of an export, console',
    archiveText.exportMissing,
    '1 файл не можа да се прочете и го няма в архива.',
    '# файла не можаха да се прочетат и ги няма в архива.',
  ],
  [
    'files of an import, console',
    archiveText.missing,
    '1 файл не е внесен: няма го в архива, а на сървъра го няма или е за по-висок план.',
    '# файла не са внесени: няма ги в архива, а на сървъра ги няма или са за по-висок план.',
  ],
  [
    'drafts, console',
    consoleCourses.localDrafts,
    '1 чернова на това устройство чака да бъде публикувана.',
    '# чернови на това устройство чакат да бъдат публикувани.',
  ],
  ['muted, console', adminNotificationsText.skipped, '1 е спрял този вид', '# са спрели този вид'],
];

describe.each(table)('%s', (_name, text, one, other) => {
  test.each([0, 1, 2, 11, 21, 101])('agrees with %d', (count) => {
    expect(text(count)).toBe(count === 1 ? one : other.replaceAll('#', String(count)));
  });
});

test('the text of an achievement that waits for the server agrees too', () => {
  expect([0, 1, 2].map((waiting) => achievementsText.cup(1, 12, waiting))).toEqual([
    '1 завършено постижение от 12',
    '1 завършено постижение от 12, 1 чака потвърждение',
    '1 завършено постижение от 12, 2 чакат потвърждение',
  ]);
});

test('the texts of the last minute and hours before an event agree too', () => {
  expect([5, 1].map((minutes) => quizText.warning(minutes as 5 | 1))).toEqual([
    'Остават Ви по-малко от 5 минути.',
    'Остава Ви по-малко от 1 минута.',
  ]);
  expect([1, 21, 60, 120].map(eventsText.startsIn)).toEqual([
    'Започва след 1 минута',
    'Започва след 21 минути',
    'Започва след 1 час',
    'Започва след 2 часа',
  ]);
});
