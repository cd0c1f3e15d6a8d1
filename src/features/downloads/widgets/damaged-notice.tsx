import { Wrench } from 'lucide-react';
import type { DownloadedVideo } from '@/shared/downloads';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { damagedText as text } from '../text';
import { useDownloadOrders } from './use-download-orders';

/** Lists the damaged downloads, with one button that downloads all damaged chunks again. */
export function DamagedNotice({ rows }: { rows: readonly DownloadedVideo[] }) {
  const { repair } = useDownloadOrders();
  const damaged = rows.filter((row) => row.damaged?.length);
  const parts = damaged.reduce((sum, row) => sum + (row.damaged?.length ?? 0), 0);
  if (parts === 0) return null;
  return (
    <Banner kind="warning" title={text.title(damaged.length)}>
      <p>{text.text}</p>
      <p>{damaged.map(({ title }) => `„${title}“`).join(', ')}</p>
      <Button className="mt-2" onClick={() => repair(parts)}>
        <Wrench size={18} aria-hidden="true" />
        {text.repair(parts)}
      </Button>
    </Banner>
  );
}
