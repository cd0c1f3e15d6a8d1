import { useState } from 'react';
import {
  type QuizRow,
  type QuizStatistics,
  quizStatistics,
  type VideoRow,
  type VideoStatistics,
  videoStatistics,
} from '@/data/admin/courses';
import { useRemote } from '@/data/admin/use-remote';
import { formatNumber } from '@/lib/format';
import { statisticsText as text } from '@/text/admin/courses';
import { cardClass } from '@/ui/card';
import { Select } from '@/ui/select';
import { RemoteStates } from '@/widgets/admin/remote-states';

const percent = (share: number) => `${Math.round(share * 100)} %`;

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div className="min-w-0">
    <dt className="text-muted text-xs">{name}</dt>
    <dd className="font-bold text-xl tabular-nums">{value}</dd>
  </div>
);

/** Viewers who remain in each twentieth of the lesson, as layers of equal height, so that the chart does not distort the figures. */
function DropOff({ remaining }: Pick<VideoStatistics, 'remaining'>) {
  return (
    <figure className="mt-4">
      <figcaption className="mb-2 text-muted text-xs">{text.remaining}</figcaption>
      <div aria-hidden="true" className="flex h-28 items-end gap-px">
        {remaining.map((share, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the twentieths have no identity but their place
            key={index}
            className="min-w-0 grow rounded-t-sm bg-accent"
            style={{ height: `${Math.max(2, share * 100)}%` }}
          />
        ))}
      </div>
      <table className="mt-2 w-full text-xs">
        <caption className="sr-only">{text.remaining}</caption>
        <tbody>
          <tr className="flex flex-wrap gap-x-3 text-muted tabular-nums">
            {remaining.map((share, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the twentieths have no identity but their place
              <td key={index}>
                {index + 1}: {percent(share)}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </figure>
  );
}

const VideoFigures = ({ data }: { data: VideoStatistics }) => (
  <>
    <dl className="grid grid-cols-3 gap-4">
      <Figure name={text.viewers} value={formatNumber(data.viewers)} />
      <Figure name={text.completed} value={formatNumber(data.completed)} />
      <Figure name={text.share} value={percent(data.share_watched)} />
    </dl>
    {data.viewers > 0 ? <DropOff remaining={data.remaining} /> : <p className="mt-3 text-muted">{text.none}</p>}
  </>
);

const QuizFigures = ({ data }: { data: QuizStatistics }) => (
  <>
    <dl className="grid grid-cols-2 gap-4 md:grid-cols-4">
      <Figure name={text.attempts} value={formatNumber(data.attempts)} />
      <Figure name={text.learners} value={formatNumber(data.learners)} />
      <Figure name={text.passRate} value={percent(data.pass_rate)} />
      <Figure name={text.average} value={`${Math.round(data.average_score)} %`} />
    </dl>
    <h3 className="mt-4 mb-2 text-sm">{text.hardest}</h3>
    {data.questions.length === 0 && <p className="text-muted">{text.none}</p>}
    <ol className="grid gap-2">
      {data.questions.slice(0, 10).map((question) => (
        <li key={question.id} className="border-line border-t pt-2 text-sm">
          <span className="wrap-anywhere">{question.text}</span>{' '}
          <span className="font-bold tabular-nums">
            {percent(question.wrong_rate)} {text.wrong}
          </span>
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

function OfVideo({ id }: { id: string }) {
  const remote = useRemote(`video-statistics:${id}`, () => videoStatistics(id), { tables: [] });
  return (
    <RemoteStates remote={remote} failed={text.failed}>
      {(data) => <VideoFigures data={data} />}
    </RemoteStates>
  );
}

function OfQuiz({ id }: { id: string }) {
  const remote = useRemote(`quiz-statistics:${id}`, () => quizStatistics(id), { tables: [] });
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
  if (!video && !quiz) return <p className="text-muted">{text.none}</p>;
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
          <OfVideo id={video} />
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
