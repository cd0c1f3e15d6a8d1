import { Link } from 'react-router-dom';
import { paths } from '@/shared/paths';
import { Logo } from '@/ui/printed-object';
import { DemoDashboard } from './demo-dashboard';
import { footer } from './text/landing';
import './landing.css';
import { PartnerCarousel } from './partner-carousel';
import { Features, Hero, Perk, SignUp, Stats } from './sections';
import { Showcase } from './showcase';
import { Testimonials } from './testimonials';

const more = [
  { to: paths.terms, text: footer.terms },
  { to: paths.privacy, text: footer.privacy },
  { to: paths.refund, text: footer.refund },
  { to: paths.demo, text: footer.demo },
  { to: paths.contact, text: footer.contact },
];

/**
 * The landing page. Static content: it reads no data and does not load the sync engine.
 * It has its own style sheet, so that no other screen loads these styles.
 */
export function LandingPage() {
  return (
    <>
      <main className="ld">
        <Hero />
        <PartnerCarousel />
        <Features />
        <Showcase />
        <DemoDashboard />
        <Stats />
        <Testimonials />
        <Perk />
        <SignUp />
      </main>
      <footer className="ld-foot">
        <Logo />
        <nav aria-label={footer.label}>
          {more.map(({ to, text }) => (
            <Link key={to} to={to}>
              {text}
            </Link>
          ))}
        </nav>
      </footer>
    </>
  );
}
