import { Check, Wifi } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePlan } from '@/data/session/use-plan';
import { canDownload, type Device, isSubscriber, type Plan } from '@/domain/entitlements';
import { currentDevice } from '@/lib/device';
import { offlineHomeText as text } from '@/text/offline';
import { cardClass } from '@/ui/card';

function Lines({ title, lines, mark }: { title: string; lines: readonly string[]; mark: ReactNode }) {
  return (
    <div className="grid grid-cols-1 content-start gap-2">
      <h3 className="text-base">{title}</h3>
      <ul className="grid grid-cols-1 gap-1.5 text-sm">
        {lines.map((line) => (
          <li key={line} className="grid grid-cols-[1.25rem_1fr] gap-2">
            {mark}
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}

const { works, waits } = text;

/** What this account has of it on this device. Rule: nothing that the plan does not bring is promised. */
function linesOf(plan: Plan, device: Device): { now: readonly string[]; later: readonly string[] } {
  if (canDownload(plan, device))
    return {
      now: [works.downloads, works.tests, works.talk, works.progress],
      later: [waits.lessons, waits.downloads, waits.payments],
    };
  if (isSubscriber(plan))
    return {
      now: [works.texts, works.tests, works.talk, works.progress],
      later: [waits.films, waits.files, waits.payments],
    };
  return { now: [works.texts, works.progress], later: [waits.films, waits.payments] };
}

/** What a learner without a network can count on, and what waits. */
export function WhatWorks() {
  const { now, later } = linesOf(usePlan(), currentDevice());
  return (
    <section aria-labelledby="works-title" className="grid grid-cols-1 gap-2">
      <h2 id="works-title" className="text-lg">
        {text.elseTitle}
      </h2>
      <div className={`${cardClass} grid gap-5 p-4`}>
        <Lines
          title={text.worksTitle}
          lines={now}
          mark={<Check size={18} aria-hidden="true" className="mt-0.5 text-ok" />}
        />
        <Lines
          title={text.waitsTitle}
          lines={later}
          mark={<Wifi size={18} aria-hidden="true" className="mt-0.5 text-muted" />}
        />
      </div>
    </section>
  );
}
