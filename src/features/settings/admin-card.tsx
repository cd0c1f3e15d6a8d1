import { RefreshCw, Shield } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '@/shared/paths';
import { Button, buttonClass } from '@/ui/button';
import { toast } from '@/ui/toast';
import { SettingsCard } from './settings-card';
import { adminText as text } from './text';

/** For administrators: a link to the console, and a button that creates the missing profile or plan of accounts, for example of imported ones. */
export function AdminCard() {
  const [busy, setBusy] = useState(false);
  const sync = async () => {
    setBusy(true);
    try {
      // This import needs the network, because the console's code is not cached before its first use.
      const { syncUsers } = await import('@/features/accounts/console/requests/users');
      const { synced, total } = await syncUsers();
      toast('success', text.synced(synced, total));
    } catch (error) {
      console.error('The users were not synchronised:', error);
      toast('error', text.syncFailed);
    }
    setBusy(false);
  };
  return (
    <>
      <SettingsCard title={text.title} lead={text.lead}>
        <Link to={paths.adminDashboard} className={buttonClass('quiet')}>
          <Shield size={18} aria-hidden="true" />
          {text.open}
        </Link>
      </SettingsCard>
      <SettingsCard title={text.users} lead={text.usersLead}>
        <Button onClick={sync} busy={busy}>
          {!busy && <RefreshCw size={18} aria-hidden="true" />}
          {text.sync}
        </Button>
      </SettingsCard>
    </>
  );
}
