/**
 * Versions of the texts to which people consent, stored with each consent. Twin: consents.version.
 * Rule: when a text changes, its version becomes the date of the change; `tests/unit/text/legal-versions.test.ts` compares the texts with the
 * recorded hashes.
 */
export const LEGAL_VERSIONS = {
  terms: '2025-06-16',
  privacy: '2025-06-16',
  refund: '2025-06-16',
  /** The statement at registration that the person is old enough. */
  age: '2026-11-23',
} as const;

const { terms, privacy, refund, age } = LEGAL_VERSIONS;
/** The texts to which people consent when they register, and when they buy. */
export const REGISTRATION_CONSENTS = { terms, privacy, age } as const;
export const PURCHASE_CONSENTS = { terms, privacy, refund } as const;
