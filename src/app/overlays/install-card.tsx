import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { overlays } from '@/app/text/overlays';
import { useDoNotDisturb } from '@/device/do-not-disturb';
import { canInstall, isInAppBrowser, recordDismissal, useInstall, wasDismissed } from '@/device/install';
import { useAccount } from '@/device/session/session-store';
import { isApple } from '@/shared/device';
import { Button, IconButton } from '@/ui/button';
import { PrintedObject } from '@/ui/printed-object';
import { forgetInstallEvent, installEvent } from '../start/install-event';
import { bottomCardClass, useCardPlace } from './bottom-card';

const { install: text } = overlays;

/** Delay between the load and the automatic card (ms; specification 2 §9). */
const DELAY_MS = 5_000;

interface Step {
  title: string;
  text: string;
}

/** The installation steps for this browser. */
function stepsOf(): Step[] {
  if (isInAppBrowser()) return [text.otherBrowser];
  const first = { title: text.title, text: text.why };
  const add = (words: string): Step => ({ title: text.add.title, text: words });
  if (isApple()) return [first, text.share, add(text.add.shared)];
  return [first, add(installEvent() ? text.add.ready : text.add.text)];
}

/** True from five seconds after the load, if the card may appear automatically. */
function useDue(): boolean {
  const [due, setDue] = useState(false);
  useEffect(() => {
    if (!canInstall() || wasDismissed()) return;
    const timer = setTimeout(() => setDue(true), Math.max(0, DELAY_MS - performance.now()));
    return () => clearTimeout(timer);
  }, []);
  return due;
}

/** True while a text field has the focus: the keyboard is open, and a card would cover the form's button. */
function useTyping(): boolean {
  const [typing, setTyping] = useState(false);
  useEffect(() => {
    const look = () => setTyping(document.activeElement?.matches('input, textarea, select') ?? false);
    look();
    // At `focusout`, the next element does not have the focus yet, so look a moment later.
    const later = () => setTimeout(look);
    document.addEventListener('focusin', look);
    document.addEventListener('focusout', later);
    return () => {
      document.removeEventListener('focusin', look);
      document.removeEventListener('focusout', later);
    };
  }, []);
  return typing;
}

/** Forms and offers. A card over the bottom of the screen would cover their button. */
const FORMS = 'main form:not([role="search"]), main [data-offer]';

/** True while the screen has a form or an offer. */
function useForm(): boolean {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (!canInstall()) return;
    const look = () => setIsOpen(document.querySelector(FORMS) !== null);
    look();
    const watch = new MutationObserver(look);
    watch.observe(document.body, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, []);
  return isOpen;
}

/**
 * Explains how to install the product on a phone. Rule: the card never covers a lesson, a quiz or another card. Unless somebody asked for it,
 * it also never covers a form, an offer, a screen that is still loading, or the console.
 */
export function InstallCard() {
  const due = useDue();
  const { requested, installed, settled } = useInstall();
  const isLoading = useAccount() !== undefined && !settled;
  const [closed, setClosed] = useState(false);
  const doNotDisturb = useDoNotDisturb();
  const typing = useTyping();
  const hasForm = useForm();
  const inConsole = useLocation().pathname.startsWith('/admin/');
  const shown = useCardPlace(
    (requested || (due && !closed && !inConsole && !typing && !hasForm && !isLoading)) && !installed && !doNotDisturb,
    'offer',
  );
  useEffect(() => {
    const done = () => useInstall.setState({ installed: true, requested: false });
    window.addEventListener('appinstalled', done);
    return () => window.removeEventListener('appinstalled', done);
  }, []);
  if (!shown) return null;
  const close = () => {
    recordDismissal();
    setClosed(true);
    useInstall.setState({ requested: false });
  };
  return <Steps onClose={close} />;
}

function Steps({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState(0);
  const steps = stepsOf();
  const current = steps[step];
  if (!current) return null;
  const isLast = step === steps.length - 1;
  const system = isLast ? installEvent() : undefined;
  const next = () => {
    if (!isLast) return setStep(step + 1);
    onClose();
    if (!system) return;
    forgetInstallEvent();
    void system.prompt().catch((error: unknown) => console.warn('The system did not ask:', error));
  };
  return (
    <aside aria-label={text.title} className={`${bottomCardClass} max-w-md p-4.5`}>
      <div className="flex items-center gap-3.5">
        <img
          src="/icons/icon.svg"
          alt=""
          width={52}
          height={52}
          className="shrink-0 rounded-control border border-line"
        />
        <h2 className="grow text-lg" lang={/[a-z]/i.test(current.title) ? 'en' : undefined}>
          {current.title}
        </h2>
        <IconButton label={text.close} onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      </div>
      <p role="status" className="mt-3">
        {current.text}
      </p>
      <div className="mt-3 flex items-center justify-between gap-3">
        {steps.length > 1 ? (
          <p className="flex items-center gap-2 whitespace-nowrap text-muted text-sm">
            <PrintedObject
              shape="cube"
              total={steps.length}
              done={step + 1}
              minLines={steps.length}
              width={34}
              height={24}
              label=""
            />
            {text.step(step + 1, steps.length)}
          </p>
        ) : (
          <span />
        )}
        <Button className="min-w-28 border-2 border-ink!" onClick={next}>
          {isLast ? (system ? text.install : text.done) : text.next}
        </Button>
      </div>
    </aside>
  );
}
