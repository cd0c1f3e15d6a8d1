import { insecureOriginText as text } from '@/app/text/insecure-origin';
import { isInsecureOrigin } from '@/device/secure-origin';
import { BannerSlot } from './banner-slot';

/** Explains which functions are missing on an origin without https. */
export const InsecureOriginBanner = () =>
  isInsecureOrigin() && (
    <BannerSlot label={text.label}>
      <p className="text-sm">{text.text}</p>
    </BannerSlot>
  );
