import { useState } from 'react';
import { readSyncLog } from '@/device/sync/queries';
import { Banner } from '@/ui/banner';
import { Checkbox } from '@/ui/checkbox';
import { Disclosure } from '@/ui/disclosure';
import { contact as text } from './text/contact';

interface AttachedLogProps {
  account: string;
  log: string | undefined;
  onChange: (log: string | undefined) => void;
}

/** Attaches the log of the sync engine if the learner chooses so. The learner can read the log before it is sent. */
export function AttachedLog({ account, log, onChange }: AttachedLogProps) {
  const [wanted, setWanted] = useState(false);
  const [failed, setFailed] = useState(false);
  const choose = async (attach: boolean) => {
    setWanted(attach);
    setFailed(false);
    if (!attach) return onChange(undefined);
    try {
      onChange(await readSyncLog(account));
    } catch (error) {
      console.error('The log could not be read:', error);
      setFailed(true);
      setWanted(false);
    }
  };
  return (
    <div>
      <Checkbox
        label={
          <>
            {text.attach}
            <span className="block text-muted">{text.attachHint}</span>
          </>
        }
        checked={wanted}
        onChange={(event) => void choose(event.target.checked)}
      />
      {failed && <Banner kind="warning">{text.logFailed}</Banner>}
      {wanted && log && (
        <Disclosure summary={text.showLog}>
          <pre
            lang="en"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
            tabIndex={0}
            className="wrap-anywhere max-h-60 overflow-y-auto whitespace-pre-wrap rounded-control border border-line bg-sunk p-3 text-xs"
          >
            {log}
          </pre>
        </Disclosure>
      )}
    </div>
  );
}
