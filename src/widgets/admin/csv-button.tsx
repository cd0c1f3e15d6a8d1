import { Download, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { asConsoleError } from '@/data/admin/console-client';
import { noteAction } from '@/data/admin/records';
import { formatNumber } from '@/lib/format';
import { saveAsFile } from '@/lib/save-as-file';
import { consoleText as text } from '@/text/admin/console';
import { Button } from '@/ui/button';
import { consoleToast } from './console-toast';
import { type CsvValue, csvFile } from './csv';

/** Rows of one request. */
const PAGE_SIZE = 1_000;

interface CsvButtonProps {
  /** The list, for the name of the file and the audit log. */
  name: string;
  head: readonly string[];
  total: number;
  /** A page of rows, from 1. */
  load: (page: number, size: number) => Promise<readonly (readonly CsvValue[])[]>;
}

/** Saves every row of a list as CSV. It says how far it is and can be cancelled. */
export function CsvButton({ name, head, total, load }: CsvButtonProps) {
  const [done, setDone] = useState<number>();
  const cancelled = useRef(false);
  const save = async () => {
    cancelled.current = false;
    setDone(0);
    try {
      await noteAction('export', name, total);
      const rows: (readonly CsvValue[])[] = [];
      for (let page = 1; rows.length < total; page++) {
        const next = await load(page, PAGE_SIZE);
        if (cancelled.current) return;
        if (next.length === 0) break;
        rows.push(...next);
        setDone(rows.length);
      }
      saveAsFile(`${name}.csv`, csvFile(head, rows), 'text/csv;charset=utf-8');
    } catch (thrown) {
      const error = asConsoleError(thrown);
      consoleToast.error(
        error.kind === 'limited' ? text.tooMany(Math.ceil(Number(error.details ?? 3_600) / 60) || 60) : text.csvFailed,
      );
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
          {text.csvRows(formatNumber(done), formatNumber(total))}
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
