/** Tells the readers of the first paint, which contain no RxDB, which outbox is open. */
import type { OpenOutbox } from '../protocol/types';

let opened: OpenOutbox | undefined;
const followers = new Set<(outbox: OpenOutbox) => void>();

/** Reports the outbox that is open now. */
export function noteOpen(outbox: OpenOutbox | undefined): void {
  opened = outbox;
  if (outbox) for (const begin of [...followers]) begin(outbox);
}

/** Calls `use` with the open outbox of the account and with each one that opens later; ends what it returned before the next call and at the end. */
export function followOutbox(account: string, use: (outbox: OpenOutbox) => () => void) {
  let end: () => void = () => undefined;
  const begin = (outbox: OpenOutbox) => {
    if (outbox.account !== account) return;
    end();
    end = use(outbox);
  };
  followers.add(begin);
  if (opened) begin(opened);
  return {
    isOpen: () => opened?.account === account,
    isOn: () => followers.has(begin),
    end: () => {
      followers.delete(begin);
      end();
    },
  };
}
