import { useId } from 'react';
import { useStore } from 'zustand';
import { overlays } from '@/app/text/overlays';
import { newerStore } from '@/shared/newer-store';
import { useModal } from '@/ui/use-modal';
import { findAndApplyUpdate } from '../start/worker-registration';
import { UpdateButton } from './update-button';

const text = overlays.newerStore;

/** Shown when a newer version of the app changed the databases. Rule: the dialog cannot be closed, because this version cannot read them. */
export function NewerStoreDialog() {
  const open = useStore(newerStore);
  const ref = useModal(open, false);
  const [titleId, textId] = [useId(), useId()];
  if (!open) return null;
  return (
    <dialog
      ref={ref}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      onClose={() => ref.current?.isConnected && ref.current.showModal()}
      onCancel={(event) => event.preventDefault()}
      className="sheet w-full max-w-lg rounded-card border border-line bg-surface p-5 text-ink shadow-card backdrop:bg-shade"
    >
      <h2 id={titleId} className="text-lg">
        {text.title}
      </h2>
      <div id={textId} className="mt-2 grid gap-2">
        <p>{text.text}</p>
        <p className="text-muted text-sm">{text.hint}</p>
      </div>
      <div className="mt-5 flex justify-end max-md:[&>*]:grow">
        <UpdateButton label={text.update} update={findAndApplyUpdate} />
      </div>
    </dialog>
  );
}
