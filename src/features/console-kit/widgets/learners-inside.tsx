import { useConsoleQuery } from '../queries';
import { learnersInside } from '../requests/records';
import { formText as text } from '../text/console';

interface LearnersInsideProps {
  table: 'courses' | 'videos' | 'tests';
  id: string;
}

/** Says, before a row is withdrawn, how many learners are in it. */
export function LearnersInside({ table, id }: LearnersInsideProps) {
  const { data, error, isFetching } = useConsoleQuery(['inside', table, id], () => learnersInside(table, id));
  return (
    <p role="status" className="mt-2">
      {isFetching && data === undefined
        ? text.insideLoading
        : error || data === undefined
          ? text.insideUnknown
          : text.inside(data)}
    </p>
  );
}
