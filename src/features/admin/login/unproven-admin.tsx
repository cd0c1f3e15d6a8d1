import type { ComponentProps } from 'react';
import { paths } from '@/config/paths';
import { addressText } from '@/text/address';
import { adminLoginText as text } from '@/text/admin/console';
import { buttonClass } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { AddressProof } from '@/widgets/address-proof';
import { SignOut } from '@/widgets/sign-out';

/** Shown to an administrator who gets the rights only after confirming the e-mail address. */
export function UnprovenAdmin(props: ComponentProps<typeof AddressProof>) {
  return (
    <div className={`${cardClass} grid gap-5 p-5 md:p-8`}>
      <div className="grid gap-2">
        <h1 className="text-2xl">{addressText.title}</h1>
        <p className="text-muted">{addressText.lead(props.state.email)}</p>
      </div>
      <AddressProof {...props} />
      <SignOut className={buttonClass('quiet')} label={text.otherAccount} to={paths.adminLogin} />
    </div>
  );
}
