import { type ReactNode, useState } from 'react';
import { Avatar } from '@/ui/avatar';
import { Badge } from '@/ui/badge';
import { Flame } from '@/ui/flame';
import { Medal } from '@/ui/medal';
import { Logo, PrintedObject } from '@/ui/printed-object';
import { SliceCover } from '@/ui/slice-cover';
import { Tabs } from '@/ui/tabs';
import { Cues, LessonFrame } from './lesson-frame';
import { demo, showcase } from './text/landing';

type Tab = keyof typeof demo.tabs;

function Overview() {
  return (
    <>
      <h3>{demo.hello}</h3>
      <div className="ld-card ld-row ld-continue">
        <PrintedObject shape="vase" total={12} done={7.4} width={120} height={120} label="" />
        <p>
          {demo.continue}
          <b>{showcase.lesson}</b>
          <span className="num">
            {showcase.course} · {demo.lessonsOf(7, 12)} · {demo.left}
          </span>
        </p>
      </div>
      <ul className="ld-grid3">
        {demo.numbers.map(({ value, text }) => (
          <li key={text} className="ld-card ld-number">
            <b className="num">{value}</b> {text}
          </li>
        ))}
      </ul>
    </>
  );
}

function Courses() {
  return (
    <ul className="ld-grid3">
      {demo.courses.map(({ title, text, shape, hue, done, total }) => (
        <li key={title} className="ld-card ld-course">
          <SliceCover seed={title} hue={hue} />
          <div className="ld-in">
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
          <div className="ld-row">
            <PrintedObject shape={shape} total={total} done={done} width={48} height={46} label="" />
            <b className="num">{demo.lessonsOf(done, total)}</b>
          </div>
        </li>
      ))}
    </ul>
  );
}

const Learning = () => (
  <div className="ld-split">
    <LessonFrame layer={18} />
    <div>
      <h3>{showcase.captions}</h3>
      <Cues layer={18} />
    </div>
  </div>
);

const Community = () => (
  <ul className="ld-talk">
    {demo.talk.map(({ name, text, at }) => (
      <li key={at} className="ld-card ld-row">
        <Avatar name={name} size={40} />
        <p>
          <b>{name}</b> <span className="num">{at}</span>
          <br />
          {text}
        </p>
      </li>
    ))}
  </ul>
);

const Profile = () => (
  <div className="ld-split">
    <div className="ld-card ld-person">
      <Avatar name={demo.person.name} size={84} />
      <h3>{demo.person.name}</h3>
      <p>{demo.person.role}</p>
      <Badge tone="accent">{demo.person.plan}</Badge>
      <p className="ld-row">
        <Flame days={9} size={30} label="" />
        <b>{demo.streak}</b>
      </p>
    </div>
    <ul className="ld-medals">
      {demo.medals.map(({ title, state, progress }) => (
        <li key={title} className="ld-card ld-row">
          <Medal progress={progress} earned={progress === 1} size={52} label="" />
          <p>
            <b>{title}</b>
            <br />
            <span className="num">{state}</span>
          </p>
        </li>
      ))}
    </ul>
  </div>
);

const panels: Record<Tab, () => ReactNode> = {
  overview: Overview,
  courses: Courses,
  learning: Learning,
  community: Community,
  profile: Profile,
};
const tabs = (Object.keys(panels) as Tab[]).map((id) => ({ id, title: demo.tabs[id] }));

/** The dashboard with example data: every tab works, no link leaves the page. */
export function DemoDashboard() {
  const [tab, setTab] = useState<Tab>('overview');
  const Panel = panels[tab];
  return (
    <section id="demo" aria-labelledby="demo-title" className="ld-wide">
      <h2 id="demo-title">{demo.title}</h2>
      <p className="ld-lead">{demo.lead}</p>
      <div className="ld-card ld-demo">
        <div className="ld-bar">
          <Logo />
          <span className="ld-row">
            <Flame days={9} size={24} label="" />
            <Avatar name={demo.person.name} size={36} />
          </span>
        </div>
        <Tabs label={demo.label} tabs={tabs} current={tab} onChange={setTab}>
          <div className="ld-panel">
            <Panel />
          </div>
        </Tabs>
      </div>
    </section>
  );
}
