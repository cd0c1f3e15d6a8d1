import { type ReactNode, useEffect, useState } from 'react';
import { Switch } from '@/ui/switch';
import { toast } from '@/ui/toast';
import { noticeText as text } from './text';

interface StoredSwitchProps {
  label: ReactNode;
  hint?: ReactNode;
  /** The state that is stored. */
  checked: boolean;
  write: (checked: boolean) => Promise<unknown>;
  disabled?: boolean;
}

/** A switch that shows the learner's choice at once. The stored state arrives later and replaces the choice. */
export function StoredSwitch({ label, hint, checked, write, disabled }: StoredSwitchProps) {
  const [wish, setWish] = useState<boolean>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `checked` only triggers the effect: a newly stored state replaces the learner's choice
  useEffect(() => setWish(undefined), [checked]);
  const choose = (next: boolean) => {
    setWish(next);
    write(next).catch((error: unknown) => {
      console.error('The choice was not written:', error);
      setWish(undefined);
      toast('error', text.failed);
    });
  };
  return (
    <Switch
      label={label}
      hint={hint}
      checked={wish ?? checked}
      disabled={disabled}
      onChange={(event) => choose(event.target.checked)}
      className="py-2.5"
    />
  );
}
