import { ExternalLink } from 'lucide-react';
import { useSession } from '@/device/session/session-store';
import { pricingBanners as text } from '@/shared/text/pricing';
import { userMenu } from '@/shared/text/shell';
import { Button, type ButtonKind } from '@/ui/button';
import { usePortal } from './use-portal';

export function PortalButton({ kind = 'plain', disabled = false }: { kind?: ButtonKind; disabled?: boolean }) {
  const email = useSession((session) => session.identity?.email ?? '');
  const portal = usePortal();
  return (
    <Button kind={kind} busy={portal.busy} disabled={disabled} onClick={() => void portal.open(email)}>
      {!portal.busy && <ExternalLink size={18} aria-hidden="true" />}
      {text.manage}
      <span className="sr-only">{userMenu.newWindow}</span>
    </Button>
  );
}
