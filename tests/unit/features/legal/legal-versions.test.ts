import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { register } from '@/features/accounts/text/register';
import { privacyText } from '@/features/legal/text/privacy';
import { refundText } from '@/features/legal/text/refund';
import { termsText } from '@/features/legal/text/terms';
import { legalTexts } from '@/shared/kinds';
import { LEGAL_VERSIONS } from '@/shared/product';

// A consent stores only the version of a text, so a text must not change under the version that people have agreed to.

const hashOf = (text: unknown) => createHash('sha256').update(JSON.stringify(text)).digest('hex').slice(0, 16);
const texts = { terms: termsText, privacy: privacyText, refund: refundText, age: register.age };

/** Released texts by version. Rule: add a line for a changed text; never change a line. */
const released: Record<keyof typeof LEGAL_VERSIONS, Record<string, string>> = {
  terms: { '2025-06-16': '8ed2e2ca79784242' },
  privacy: { '2025-06-16': '4eda96c4bab1f280', '2026-11-29': '1c8be95f6b453995' },
  refund: { '2025-06-16': '5e79a0e3719f4524' },
  age: { '2026-11-23': 'd02d6c7640de011e' },
};

test.each(Object.keys(LEGAL_VERSIONS) as (keyof typeof LEGAL_VERSIONS)[])(
  '%s has the text of its recorded version',
  (name) => {
    const version = LEGAL_VERSIONS[name];
    expect(
      { version, hash: hashOf(texts[name]) },
      'The text changed: give it a new version in src/shared/product.ts and add its hash here',
    ).toEqual({ version: Object.keys(released[name]).sort().at(-1), hash: released[name][version] });
    expect(legalTexts[name], 'The server accepts exactly the released versions').toEqual(Object.keys(released[name]));
  },
);
