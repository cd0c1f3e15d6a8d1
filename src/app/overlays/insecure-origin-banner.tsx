import { isUnsafeAddress } from '@/lib/secure-origin';
import { unsafeAddress as text } from '@/text/insecure-origin';
import { TopStrip } from './banner-slot';

/** Explains what does not work on an origin without https. */
export const UnsafeAddressBanner = () =>
  isUnsafeAddress() && (
    <TopStrip label={text.label}>
      <p className="text-sm">{text.text}</p>
    </TopStrip>
  );
