import { ArrowLeft } from 'lucide-react';
import { Link, useSearchParams } from 'react-router-dom';
import { useSession } from '@/device/session/session-store';
import { usePlan } from '@/device/session/use-plan';
import { AppBarEnd } from '@/features/shell/widgets/app-bar';
import type { LocalIdentity } from '@/shared/identity';
import { paths } from '@/shared/paths';
import { backLinkClass } from '@/ui/button';
import { Tabs } from '@/ui/tabs';
import { AddressCard } from './address-card';
import { AdminCard } from './admin-card';
import { BillingTab } from './billing/billing-tab';
import { DeviceTab } from './device/device-tab';
import { NotificationsTab } from './notifications-tab';
import { ProfileCard } from './profile-card';
import { DeleteCard } from './security/delete-card';
import { DevicesCard } from './security/devices-card';
import { PasswordForm } from './security/password-form';
import { SessionCard } from './security/session-card';
import { settings as text } from './text';

type Tab = keyof typeof text.tab;
const tabsOf = ({ is_admin }: LocalIdentity) =>
  (Object.keys(text.tab) as Tab[]).filter((tab) => tab !== 'admin' || is_admin);

function Panel({ tab, identity }: { tab: Exclude<Tab, 'profile'>; identity: LocalIdentity }) {
  const plan = usePlan();
  switch (tab) {
    case 'security':
      return (
        <>
          <PasswordForm email={identity.email} />
          <DevicesCard />
          <SessionCard />
          <DeleteCard email={identity.email} />
        </>
      );
    case 'billing':
      return <BillingTab email={identity.email} known={plan} />;
    case 'notifications':
      return <NotificationsTab />;
    case 'device':
      return <DeviceTab email={identity.email} />;
    case 'admin':
      return <AdminCard />;
  }
}

/** The page of both /settings and /free-settings. The query names the open tab. */
export function SettingsPage() {
  const identity = useSession((session) => session.identity);
  const [query, setQuery] = useSearchParams();
  if (!identity) return null;
  const tabs = tabsOf(identity);
  const current = tabs.find((tab) => tab === query.get('tab')) ?? 'profile';
  /** Keeps the other query parameters, because on the offline home they select the settings section. */
  const open = (tab: Tab) =>
    setQuery(
      (before) => {
        if (tab === 'profile') before.delete('tab');
        else before.set('tab', tab);
        return before;
      },
      { replace: true },
    );
  return (
    <div className="wrap-anywhere mx-auto max-w-[880px] px-4 pb-16 md:px-8">
      <header className="flex min-h-16 flex-wrap items-center gap-2">
        <Link to={paths.check} className={backLinkClass}>
          <ArrowLeft size={20} aria-hidden="true" />
          <span className="max-md:sr-only">{text.back}</span>
        </Link>
        <AppBarEnd />
      </header>
      <main id="main" tabIndex={-1} data-screen>
        <h1 className="mt-2 mb-4 text-2xl">{text.title}</h1>
        <Tabs
          label={text.tabs}
          tabs={tabs.map((id) => ({ id, title: text.tab[id] }))}
          current={current}
          onChange={open}
        >
          <div className="grid gap-5">
            {/* Keep the card mounted while another tab is open, so that unsaved edits survive a change of tab. */}
            <div hidden={current !== 'profile'}>
              <ProfileCard email={identity.email} />
            </div>
            {/* This card appears only after the server has answered. Keep it below the profile, so that it does not move the profile's buttons. */}
            {current === 'profile' && <AddressCard />}
            {current !== 'profile' && <Panel tab={current} identity={identity} />}
          </div>
        </Tabs>
        <p className="mt-6 text-muted">
          {text.help}{' '}
          <Link
            to={current === 'billing' ? `${paths.contact}?topic=payment` : paths.contact}
            className="inline-flex min-h-11 items-center font-bold text-accent-ink underline"
          >
            {text.write}
          </Link>
        </p>
      </main>
    </div>
  );
}
