import { isUnsafeAddress } from '@/lib/safe-address';
import { shell as text } from '@/text/common';
import { TopStrip } from './top-strip';

/** Says what an address without https takes away, instead of promises that the browser does not let us keep. */
export const UnsafeAddressBanner = () =>
  isUnsafeAddress() && (
    <TopStrip label={text.unsafeLabel}>
      <p className="text-sm">{text.unsafeText}</p>
    </TopStrip>
  );
