import { useState } from 'react';
import { readStored, writeStored } from '@/shared/local-storage';
import { STORAGE_KEYS } from '@/shared/names';

export type PanelTab = 'contents' | 'tests';

interface Panel {
  open: boolean;
  tab: PanelTab;
}

function remembered(): Panel {
  const [open, tab] = (readStored(STORAGE_KEYS.coursePanel) ?? '').split(' ');
  return { open: open !== 'closed', tab: tab === 'tests' ? 'tests' : 'contents' };
}

/** State of the course panel (open, tab), remembered on this device. On phones, the panel is always open, below the course. */
export function usePanel() {
  const [panel, setPanel] = useState(remembered);
  const change = (part: Partial<Panel>) => {
    const next = { ...panel, ...part };
    setPanel(next);
    writeStored(STORAGE_KEYS.coursePanel, `${next.open ? 'open' : 'closed'} ${next.tab}`);
  };
  return { ...panel, toggle: () => change({ open: !panel.open }), choose: (tab: PanelTab) => change({ tab }) };
}
