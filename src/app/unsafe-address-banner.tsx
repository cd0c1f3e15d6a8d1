import { isUnsafeAddress } from '@/lib/safe-address';
import { unsafeAddress as text } from '@/text/unsafe-address';
import { TopStrip } from './top-strip';

/** Says what an address without https takes away, instead of promises that the browser does not let us keep. */
export const UnsafeAddressBanner = () =>
  isUnsafeAddress() && (
    <TopStrip label={text.label}>
      <p className="text-sm">{text.text}</p>
    </TopStrip>
  );
