import { useState } from 'react';
import { Button } from '@/ui/button';

interface UpdateButtonProps {
  label: string;
  /** Reloads the page into the new version. */
  update: () => Promise<unknown>;
}

/** Starts an update and stays busy until the page reloads. */
export function UpdateButton({ label, update }: UpdateButtonProps) {
  const [busy, setBusy] = useState(false);
  return (
    <Button
      kind="primary"
      busy={busy}
      onClick={() => {
        setBusy(true);
        void update();
      }}
    >
      {label}
    </Button>
  );
}
