import { Bell, LogOut, Settings } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '@/ui/avatar';
import { CountBadge } from '@/ui/badge';
import { Banner } from '@/ui/banner';
import { Button, buttonClass } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Disclosure } from '@/ui/disclosure';
import { DropdownPanel } from '@/ui/dropdown-panel';
import { Menu, menuRowClass } from '@/ui/menu';
import { Notice } from '@/ui/notice';
import { Skeleton, SkeletonCard, SkeletonRow, SkeletonText } from '@/ui/skeleton';
import { Spinner } from '@/ui/spinner';
import { type ToastKind, toast } from '@/ui/toast';
import { Part, Specimen } from './specimen';
import { workbenchText } from './text';

const { words, states, sections } = workbenchText;
const toasts: ToastKind[] = ['success', 'error', 'warning', 'info'];

export function MessagesPart() {
  return (
    <Part title={sections.messages}>
      <Banner kind="error" title={words.errorTitle}>
        {words.errorText}
      </Banner>
      <Banner kind="warning" closeLabel={words.close} onClose={() => undefined}>
        {states.long}
      </Banner>
      <Banner kind="info">{words.hint}</Banner>
      <Banner kind="network" title={words.offlineTitle}>
        {words.offlineText}
      </Banner>
      <Specimen name="toast" wide>
        {toasts.map((kind) => (
          <Button
            key={kind}
            onClick={() => toast(kind, words.toastText, { description: words.toastMore, duration: 60_000 })}
          >
            {words.toast}: {kind}
          </Button>
        ))}
      </Specimen>
    </Part>
  );
}

export function PanelsPart() {
  const [dialog, setDialog] = useState(false);
  const [panel, setPanel] = useState(false);
  return (
    <Part title={sections.panels}>
      <Specimen name="Dialog">
        <Button onClick={() => setDialog(true)}>{words.dialog}</Button>
        <Dialog
          open={dialog}
          onClose={() => setDialog(false)}
          title={words.dialogTitle}
          closeLabel={words.close}
          actions={
            <>
              <Button onClick={() => setDialog(false)}>{words.cancel}</Button>
              <Button kind="danger" onClick={() => setDialog(false)}>
                {words.remove}
              </Button>
            </>
          }
        >
          <p>{words.dialogText}</p>
          <p className="mt-3 text-muted">{states.long}</p>
        </Dialog>
      </Specimen>
      <Specimen name="Menu, DropdownPanel">
        <Menu
          label={words.menu}
          className="grid size-11 place-items-center rounded-full"
          button={<Avatar name={words.person} />}
        >
          {(close) => (
            <>
              <button type="button" className={menuRowClass} onClick={close}>
                <Settings size={20} aria-hidden="true" />
                {words.save}
              </button>
              <button type="button" className={menuRowClass} onClick={close}>
                <LogOut size={20} aria-hidden="true" />
                {words.cancel}
              </button>
            </>
          )}
        </Menu>
        <DropdownPanel
          open={panel}
          onOpenChange={setPanel}
          label={words.panel}
          className="relative grid size-11 place-items-center rounded-control hover:bg-sunk"
          panelClass="w-80"
          button={
            <>
              <Bell size={22} aria-hidden="true" />
              <CountBadge count={120} className="absolute top-1 -right-1" />
            </>
          }
        >
          <p className="px-3 py-2 font-bold">{words.panel}</p>
          <p className="px-3 pb-3 text-muted text-sm">{words.panelText}</p>
        </DropdownPanel>
      </Specimen>
      <Specimen name="Disclosure" wide>
        <div className="w-full rounded-card border border-line bg-surface px-4">
          <Disclosure summary={words.fold} className="border-line border-b">
            {words.foldText}
          </Disclosure>
          <Disclosure summary={states.long} open>
            {words.foldText}
          </Disclosure>
        </div>
      </Specimen>
    </Part>
  );
}

export function LoadingPart() {
  return (
    <Part title={sections.loading}>
      <Specimen name="Skeleton">
        <div className="grid w-full gap-4">
          <Skeleton className="h-8 w-1/2" />
          <SkeletonText />
          <SkeletonRow />
          <SkeletonRow />
        </div>
      </Specimen>
      <Specimen name="SkeletonCard">
        <SkeletonCard className="w-72" />
      </Specimen>
      <Specimen name="Spinner">
        <Spinner />
        <Spinner small />
        <Spinner label={words.loading} />
      </Specimen>
    </Part>
  );
}

export function StatesPart() {
  return (
    <Part title={sections.states}>
      <Notice
        title={words.emptyTitle}
        headingLevel={3}
        action={<span className={buttonClass('primary')}>{words.more}</span>}
      >
        {words.emptyText}
      </Notice>
      <Notice
        kind="error"
        title={words.errorTitle}
        headingLevel={3}
        action={<Button kind="primary">{words.retry}</Button>}
      >
        {words.errorText}
      </Notice>
      <Notice kind="offline" title={words.offlineTitle} headingLevel={3} shape="rocket">
        {words.offlineText}
      </Notice>
      <Notice title={states.long} headingLevel={3} shape="gear">
        {states.long}
      </Notice>
    </Part>
  );
}
