import { useState } from 'react';
import { useConsoleQuery } from '@/features/console-kit/queries';
import type { QuizStatistics, VideoStatistics } from '@/features/console-kit/requests/answers';
import type { QuizRow, VideoRow } from '@/features/console-kit/requests/rows';
import { RemoteStates } from '@/features/console-kit/widgets/remote-states';
import { formatNumber } from '@/shared/format/format';
import { cardClass } from '@/ui/card';
import { Notice } from '@/ui/notice';
import { Select } from '@/ui/select';
import { quizStatistics, videoStatistics } from '../requests/statistics';
import { statisticsText as text } from '../text/statistics';
import { DropOffChart } from './drop-off-chart';

const percent = (share: number) => `${Math.round(share * 100)} %`;

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div className="min-w-0">
    <dt className="text-muted text-xs">{name}</dt>
    <dd className="font-bold text-xl tabular-nums">{value}</dd>
  </div>
);

const VideoFigures = ({ data, seconds }: { data: VideoStatistics; seconds: number }) => (
  <>
    <dl className="grid grid-cols-3 gap-4">
      <Figure name={text.viewers} value={formatNumber(data.viewers)} />
      <Figure name={text.completed} value={formatNumber(data.completed)} />
      <Figure name={text.share} value={percent(data.share_watched)} />
    </dl>
    {data.viewers > 0 ? (
      <div className="mt-4">
        <DropOffChart remaining={data.remaining} seconds={seconds} />
      </div>
    ) : (
      <p className="mt-3 text-muted">{text.none}</p>
    )}
  </>
);

function QuizFigures({ data }: { data: QuizStatistics }) {
  const answered = data.questions.filter((question) => question.answered > 0).slice(0, 10);
  return (
    <>
      <dl className="grid grid-cols-2 gap-4 md:grid-cols-4">
        <Figure name={text.attempts} value={formatNumber(data.attempts)} />
        <Figure name={text.learners} value={formatNumber(data.learners)} />
        <Figure name={text.passRate} value={percent(data.pass_rate)} />
        <Figure name={text.average} value={`${Math.round(data.average_score)} %`} />
      </dl>
      <h2 className="mt-4 mb-2 text-sm">{text.hardest}</h2>
      {answered.length === 0 && <p className="text-muted">{text.none}</p>}
      <ol className="grid gap-2">
        {answered.map((question) => (
          <li key={question.id} className="border-line border-t pt-2 text-sm">
            <p className="flex items-start justify-between gap-3">
              <span className="wrap-anywhere min-w-0">{question.text}</span>
              <span className="shrink-0 font-bold tabular-nums">
                {percent(question.wrong_rate)} {text.wrong}
              </span>
            </p>
            <p aria-hidden="true" className="relative my-1 h-1 rounded-full bg-line">
              <span
                className="absolute inset-y-0 left-0 rounded-full bg-accent"
                style={{ width: `${question.wrong_rate * 100}%` }}
              />
            </p>
            {question.common_wrong && (
              <p className="wrap-anywhere text-muted text-xs">
                {text.commonWrong}: {question.common_wrong.text} ({formatNumber(question.common_wrong.count)})
              </p>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

function OfVideo({ id, seconds }: { id: string; seconds: number }) {
  const remote = useConsoleQuery(['video-statistics', id], () => videoStatistics(id), { tables: [] });
  return (
    <RemoteStates remote={remote} failed={text.failed}>
      {(data) => <VideoFigures data={data} seconds={seconds} />}
    </RemoteStates>
  );
}

function OfQuiz({ id }: { id: string }) {
  const remote = useConsoleQuery(['quiz-statistics', id], () => quizStatistics(id), { tables: [] });
  return (
    <RemoteStates remote={remote} failed={text.failed}>
      {(data) => <QuizFigures data={data} />}
    </RemoteStates>
  );
}

/** Statistics of the course's lessons and quizzes, without names of learners. */
export function StatisticsTab({ videos, quizzes }: { videos: readonly VideoRow[]; quizzes: readonly QuizRow[] }) {
  const [video, setVideo] = useState(videos[0]?.id);
  const [quiz, setQuiz] = useState(quizzes[0]?.id);
  if (!video && !quiz) return <Notice title={text.noLessons} />;
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {video && (
        <section aria-label={text.video} className={`${cardClass} min-w-0 p-4`}>
          <Select label={text.video} value={video} className="mb-4" onChange={(event) => setVideo(event.target.value)}>
            {videos.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </Select>
          <OfVideo id={video} seconds={videos.find(({ id }) => id === video)?.duration_seconds ?? 0} />
        </section>
      )}
      {quiz && (
        <section aria-label={text.quiz} className={`${cardClass} min-w-0 p-4`}>
          <Select label={text.quiz} value={quiz} className="mb-4" onChange={(event) => setQuiz(event.target.value)}>
            {quizzes.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </Select>
          <OfQuiz id={quiz} />
        </section>
      )}
    </div>
  );
}
