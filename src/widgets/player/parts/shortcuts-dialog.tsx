import { playerText } from '@/text/player';
import { Dialog } from '@/ui/dialog';

export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={playerText.shortcuts} closeLabel={playerText.close}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-6 gap-y-2 max-[18rem]:gap-x-3">
        {playerText.shortcutList.map(([key, meaning]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-control md:whitespace-nowrap border border-line bg-sunk px-2 py-1 font-bold font-sans text-sm">
                {key}
              </kbd>
            </dt>
            <dd className="text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
