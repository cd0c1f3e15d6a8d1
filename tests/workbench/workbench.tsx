import { Download, Heart, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { currentTheme, setTheme, type Theme } from '@/device/theme';
import { Avatar } from '@/ui/avatar';
import { Badge, type BadgeTone, CountBadge } from '@/ui/badge';
import { Button, type ButtonKind, buttonClass, IconButton } from '@/ui/button';
import { Card } from '@/ui/card';
import { Chip, type Tone } from '@/ui/chip';
import { SegmentedControl } from '@/ui/segmented-control';
import { ChoicesPart, FieldsPart } from './fields-examples';
import { LoadingPart, MessagesPart, PanelsPart, StatesPart } from './messages-examples';
import { PrintsPart } from './prints-examples';
import { Part, Specimen } from './specimen';
import { workbenchText } from './text';

const { words, states, sections } = workbenchText;
const kinds: ButtonKind[] = ['primary', 'quiet', 'plain', 'danger'];
const badges: BadgeTone[] = ['accent', 'neutral', 'ok', 'warn', 'danger', 'info'];
const tones: Tone[] = ['neutral', 'ok', 'wait', 'warn', 'danger', 'info'];
const sizes = ['text-3xl', 'text-2xl', 'text-xl', 'text-lg', 'text-base', 'text-sm', 'text-xs'];
const colours = [
  'paper',
  'surface',
  'sunk',
  'line',
  'control',
  'ink',
  'ink-2',
  'accent',
  'accent-ink',
  'ok',
  'warn',
  'danger',
  'info',
];

function TypePart() {
  return (
    <Part title={sections.type}>
      <div>
        {sizes.map((size) => (
          <p key={size} className={`${size} ${/base|sm|xs/.test(size) ? '' : 'font-extrabold tracking-tight'}`}>
            {words.course} · 0,2 mm
          </p>
        ))}
        <p className="text-muted">{words.courseText}</p>
        <a href="#top" className="text-accent-ink">
          {words.more}
        </a>
      </div>
      <ul className="grid grid-cols-3 gap-2 self-start text-xs md:grid-cols-5">
        {colours.map((colour) => (
          <li key={colour}>
            <span
              className="block h-10 rounded-control border border-line"
              style={{ background: `var(--${colour})` }}
            />
            {colour}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function ButtonsPart() {
  return (
    <Part title={sections.buttons}>
      {kinds.map((kind) => (
        <Specimen key={kind} name={`Button ${kind}`}>
          <Button kind={kind}>{words.save}</Button>
          <Button kind={kind} disabled>
            {states.disabled}
          </Button>
          <Button kind={kind} busy>
            {states.busy}
          </Button>
        </Specimen>
      ))}
      <Specimen name="Button, IconButton" wide>
        <Button kind="primary">{words.longAction}</Button>
        <a href="#top" className={buttonClass('quiet')}>
          <Download size={20} aria-hidden="true" />
          {words.more}
        </a>
        <IconButton label={words.more}>
          <Heart size={22} aria-hidden="true" />
        </IconButton>
        <IconButton label={words.remove} disabled>
          <Trash2 size={22} aria-hidden="true" />
        </IconButton>
      </Specimen>
    </Part>
  );
}

function LabelsPart() {
  return (
    <Part title={sections.labels}>
      <Specimen name="Badge">
        {badges.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone === 'accent' ? 'PRO' : words.free}
          </Badge>
        ))}
      </Specimen>
      <Specimen name="Chip">
        {tones.map((tone) => (
          <Chip key={tone} tone={tone}>
            {words.course}
          </Chip>
        ))}
        <Chip>{words.free}</Chip>
      </Specimen>
      <Specimen name="Avatar, CountBadge">
        {[words.person, 'Борис', 'Vera', ''].map((name) => (
          <Avatar key={name} name={name} />
        ))}
        <Avatar name={words.person} src="/icons/icon.svg" size={56} />
        <Avatar name={words.person} src="/none.png" size={56} />
        <CountBadge count={3} />
        <CountBadge count={12} max={9} />
        <CountBadge count={120} />
      </Specimen>
      <Card className="p-4">
        <h3 className="text-base">{words.course}</h3>
        <p className="mt-1 text-muted text-sm">{words.courseText}</p>
      </Card>
    </Part>
  );
}

export function Workbench() {
  const [theme, choose] = useState(currentTheme);
  return (
    <main id="top" className="mx-auto max-w-[1200px] px-4 py-8 md:px-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-3xl">{workbenchText.title}</h1>
          <p className="mt-2 max-w-prose text-muted">{workbenchText.intro}</p>
        </div>
        <SegmentedControl
          label={workbenchText.theme}
          options={(Object.keys(workbenchText.themes) as Theme[]).map((value) => ({
            value,
            label: workbenchText.themes[value],
          }))}
          value={theme}
          onChange={(next) => {
            setTheme(next);
            choose(next);
          }}
        />
      </div>
      <PrintsPart />
      <TypePart />
      <ButtonsPart />
      <LabelsPart />
      <FieldsPart />
      <ChoicesPart />
      <MessagesPart />
      <PanelsPart />
      <LoadingPart />
      <StatesPart />
    </main>
  );
}
