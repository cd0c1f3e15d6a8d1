import { useErasedAt } from '@/features/accounts/queries/profile';
import { accountEnd as text } from '@/features/accounts/text/account-end';
import { KeepAccount } from '@/features/accounts/widgets/keep-account';
import { BannerSlot } from './banner-slot';

/** Shown above every screen of an account that is scheduled for deletion: the date, and a button to cancel. */
export function AccountEndBanner() {
  const at = useErasedAt();
  if (at === null) return null;
  return (
    <BannerSlot label={text.bannerLabel}>
      <p role="status" className="grow font-bold text-sm">
        {text.banner(at)}
      </p>
      <KeepAccount />
    </BannerSlot>
  );
}
