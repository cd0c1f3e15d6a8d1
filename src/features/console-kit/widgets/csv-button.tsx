import { Download, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { saveAsFile } from '@/device/save-as-file';
import { formatNumber } from '@/shared/format/format';
import { Button } from '@/ui/button';
import { noteAction } from '../requests/records';
import { consoleText as text } from '../text/console';
import { consoleToast } from './console-toast';
import { type CsvValue, csvLines, csvStart } from './csv';
import { exportFault } from './export-fault';

/** Number of rows per request. */
const PAGE_SIZE = 1_000;

interface CsvButtonProps {
  /** Name of the list, for the file name and the audit log. */
  name: string;
  head: readonly string[];
  total: number;
  /** Loads a page of rows; page numbers start at 1. */
  load: (page: number, size: number) => Promise<readonly (readonly CsvValue[])[]>;
}

/** Saves all rows of a list as CSV. Meanwhile, shows the progress and a button that cancels. */
export function CsvButton({ name, head, total, load }: CsvButtonProps) {
  const [done, setDone] = useState<number>();
  const cancelled = useRef(false);
  const save = async () => {
    cancelled.current = false;
    setDone(0);
    try {
      await noteAction('export', name, total);
      // Build the file page by page, so that no step blocks the screen.
      const parts = [csvStart(head)];
      for (let page = 1, count = 0; count < total; page++) {
        const next = await load(page, PAGE_SIZE);
        if (cancelled.current) return;
        if (next.length === 0) break;
        parts.push(csvLines(next));
        count += next.length;
        setDone(count);
      }
      saveAsFile(`${name}.csv`, new Blob(parts, { type: 'text/csv;charset=utf-8' }));
    } catch (thrown) {
      consoleToast.error(exportFault(thrown));
    } finally {
      setDone(undefined);
    }
  };
  if (done !== undefined)
    return (
      <Button
        onClick={() => {
          cancelled.current = true;
        }}
      >
        <X size={18} aria-hidden="true" />
        {text.cancel}
        <span role="status" className="num">
          {text.csvRows(formatNumber(done), total)}
        </span>
      </Button>
    );
  return (
    <Button onClick={() => void save()} disabled={total === 0}>
      <Download size={18} aria-hidden="true" />
      {text.csv}
    </Button>
  );
}
