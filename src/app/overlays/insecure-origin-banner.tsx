import { isUnsafeAddress } from '@/lib/secure-origin';
import { unsafeAddress as text } from '@/text/insecure-origin';
import { TopStrip } from './banner-slot';

/** Says what an address without https takes away, instead of promises that the browser does not let us keep. */
export const UnsafeAddressBanner = () =>
  isUnsafeAddress() && (
    <TopStrip label={text.label}>
      <p className="text-sm">{text.text}</p>
    </TopStrip>
  );
