import { Check, Wifi } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePlan } from '@/device/session/use-plan';
import { offlineHomeText as text } from '@/features/downloads/text';
import { currentDevice } from '@/shared/device';
import { canDownload, type Device, isSubscriber, type Plan } from '@/shared/entitlements';
import { cardClass } from '@/ui/card';
import { leadsBack } from '../return-path';

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

/**
 * Returns the lines about features that work offline (`now`) and features that wait for the network (`later`).
 * `coursesLinked`: this screen has links to courses.
 * Rule: promise only what the plan includes and what is reachable from here.
 */
function linesOf(
  plan: Plan,
  device: Device,
  coursesLinked: boolean,
): { now: readonly string[]; later: readonly string[] } {
  const texts = coursesLinked ? [works.texts] : [];
  const discussion = coursesLinked ? [works.discussion] : [];
  if (canDownload(plan, device))
    return {
      now: [works.downloads, ...texts, works.tests, ...discussion, works.progress],
      later: [waits.lessons, waits.downloads, waits.payments],
    };
  if (isSubscriber(plan))
    return {
      now: [...texts, works.tests, ...discussion, works.progress],
      later: [waits.videos, waits.files, waits.payments],
    };
  return { now: [...texts, works.progress], later: [waits.videos, waits.payments] };
}

/** Lists what works offline and what waits for the network. */
export function WhatWorks({ online }: { online: boolean }) {
  const { now, later } = linesOf(usePlan(), currentDevice(), !leadsBack(online));
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
