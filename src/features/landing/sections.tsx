import { Link } from 'react-router-dom';
import { paths } from '@/shared/paths';
import { buttonClass } from '@/ui/button';
import { PrintedObject } from '@/ui/printed-object';
import { features, hero, perk, signUp, stats } from './text/landing';

export function Hero() {
  return (
    <section aria-labelledby="hero" className="ld-wide ld-hero">
      <div>
        <h1 id="hero">{hero.title}</h1>
        <p className="ld-lead">{hero.lead}</p>
        <p className="ld-actions">
          <Link to={paths.pricing} className={buttonClass('primary', 'ld-big')}>
            {hero.start}
          </Link>
          <a href="#demo" className={buttonClass('quiet', 'ld-big')}>
            {hero.look}
          </a>
        </p>
      </div>
      <figure className="ld-card ld-bed">
        <PrintedObject
          shape="vase"
          total={26}
          done={18.4}
          minLines={26}
          width={340}
          height={340}
          label={hero.picture}
        />
        <figcaption className="num">{hero.caption}</figcaption>
      </figure>
    </section>
  );
}

export function Features() {
  return (
    <section aria-labelledby="features" className="ld-wide">
      <h2 id="features">{features.title}</h2>
      <ul className="ld-grid3">
        {features.items.map(({ shape, title, text }) => (
          <li key={title} className="ld-card ld-feature">
            <PrintedObject shape={shape} total={14} done={14} width={64} height={64} label="" />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Stats() {
  return (
    <section aria-labelledby="stats" className="ld-stats">
      <h2 id="stats" className="sr-only">
        {stats.title}
      </h2>
      <dl className="ld-wide">
        {stats.items.map(({ value, text }) => (
          <div key={value}>
            <dt>{text}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const WINDINGS = [46, 40, 34, 28];

/** Drawing of a spool of filament, seen from the side. */
function Spool() {
  return (
    <svg viewBox="0 0 150 130" width="150" height="130" fill="none" strokeLinecap="round" aria-hidden="true">
      <circle cx="62" cy="64" r="56" stroke="var(--ink)" strokeWidth="4" />
      {WINDINGS.map((radius) => (
        <circle key={radius} cx="62" cy="64" r={radius} stroke="var(--accent)" strokeWidth="4.4" />
      ))}
      <circle cx="62" cy="64" r="17" stroke="var(--ink)" strokeWidth="4" />
      <path d="M62 110C100 110 112 122 146 122" stroke="var(--accent)" strokeWidth="4.4" />
    </svg>
  );
}

export function Perk() {
  return (
    <section aria-labelledby="perk" className="ld-wide">
      <div className="ld-card ld-perk">
        <Spool />
        <div>
          <h2 id="perk">{perk.title}</h2>
          <p>{perk.text}</p>
        </div>
      </div>
    </section>
  );
}

export function SignUp() {
  return (
    <section aria-labelledby="sign-up" className="ld-wide ld-signup">
      <h2 id="sign-up">{signUp.title}</h2>
      <p className="ld-lead">{signUp.text}</p>
      <p className="ld-actions">
        <Link to={paths.pricing} className={buttonClass('primary', 'ld-big')}>
          {signUp.start}
        </Link>
        <Link to={paths.register} className={buttonClass('quiet', 'ld-big')}>
          {signUp.register}
        </Link>
      </p>
    </section>
  );
}
