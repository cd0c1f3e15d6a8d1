import { EllipsisVertical } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Menu } from '@/ui/menu';

interface ActionMenuProps {
  /** Accessible name of the button. */
  label: string;
  /** The buttons of the menu. A click on any of them also closes it. */
  children: ReactNode;
}

/** Actions in a menu, for a phone that has no room for their buttons. */
export function ActionMenu({ label, children }: ActionMenuProps) {
  const root = useRef<HTMLDivElement>(null);
  return (
    <div ref={root}>
      <Menu
        label={label}
        button={<EllipsisVertical size={20} aria-hidden="true" />}
        className="inline-grid size-11 place-items-center rounded-control text-ink hover:bg-sunk"
      >
        {(close) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: hears the clicks of the buttons inside, which have their own keys
          // biome-ignore lint/a11y/useKeyWithClickEvents: the browser makes a click of each key press of a button
          <div
            className="grid [&>*]:w-full [&>*]:justify-start"
            // Focus the menu's button first: a dialog that the action opens gives the focus back to it, and the menu's own buttons are gone by then.
            onClickCapture={() => root.current?.querySelector('button')?.focus()}
            onClick={close}
          >
            {children}
          </div>
        )}
      </Menu>
    </div>
  );
}
