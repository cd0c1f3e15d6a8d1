import type { ComponentProps } from 'react';
import { addressText } from '@/features/accounts/text/address';
import { AddressProof } from '@/features/accounts/widgets/address-proof';
import { SignOut } from '@/features/accounts/widgets/sign-out';
import { adminLoginText as text } from '@/features/console-kit/text/console';
import { paths } from '@/shared/paths';
import { buttonClass } from '@/ui/button';
import { cardClass } from '@/ui/card';

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
