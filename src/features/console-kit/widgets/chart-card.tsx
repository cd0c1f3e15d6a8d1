import { type ReactNode, useState } from 'react';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';
import { consoleText } from '../text/console';

interface ChartCardProps {
  title: string;
  chart: ReactNode;
  /** A control that chooses what the chart shows. */
  choice?: ReactNode;
  /** Head and rows of the table with the same figures. */
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

/** A card whose chart can also be shown as a table. */
export function ChartCard({ title, chart, choice, head, rows }: ChartCardProps) {
  const [asTable, setAsTable] = useState(false);
  return (
    <Card aria-label={title} className="min-w-0">
      <div className="flex items-center gap-x-2 pt-1 pr-1 pl-4">
        <h2 className="min-w-0 grow text-base">{title}</h2>
        <Button
          kind="plain"
          className="shrink-0 max-md:px-2"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? consoleText.chart : consoleText.table}
        </Button>
      </div>
      {choice && <div className="flex px-4 pb-2">{choice}</div>}
      <div className="px-4 pb-4">
        {asTable ? (
          <table className="num w-full border-collapse text-sm">
            <caption className="sr-only">{title}</caption>
            <thead>
              <tr>
                {head.map((one, index) => (
                  <th
                    key={one}
                    scope="col"
                    className={`h-8 border-line border-b font-semibold text-muted text-xs ${index ? 'text-right' : 'text-left'}`}
                  >
                    {one}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row[0]} className="border-line not-last:border-b">
                  {row.map((cell, index) => (
                    <td key={head[index]} className={`h-8 ${index ? 'text-right' : 'font-semibold'}`}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          chart
        )}
      </div>
    </Card>
  );
}
