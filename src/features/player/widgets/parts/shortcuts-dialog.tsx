import { Dialog } from '@/ui/dialog';
import { Switch } from '@/ui/switch';
import { playerText } from '../../text/player';
import type { PlayerSettings } from '../hooks/use-player-settings';

interface ShortcutsDialogProps {
  open: boolean;
  onClose: () => void;
  settings: Pick<PlayerSettings, 'pageKeys' | 'setPageKeys'>;
}

/**
 * Lists the player's keys. With its switch, the keys work only while the focus is in the player: speech input and similar tools send letters to
 * the page, which would otherwise control the video (WCAG 2.1.4).
 */
export function ShortcutsDialog({ open, onClose, settings }: ShortcutsDialogProps) {
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
      <Switch
        className="mt-4 border-line border-t pt-3"
        label={playerText.pageKeys}
        hint={playerText.pageKeysHint}
        checked={settings.pageKeys}
        onChange={(event) => settings.setPageKeys(event.target.checked)}
      />
    </Dialog>
  );
}
