/**
 * The required shape of an Open Badges 3.0 credential (Verifiable Credentials Data Model 2.0), for the parts that the academy issues
 * (https://www.imsglobal.org/spec/ob/v3p0/, "Open Badges Data Model"). The publisher's own JSON schema may not be redistributed.
 */
import * as v from 'valibot';

const uri = v.pipe(v.string(), v.url());
/** A DateTimeZ: a timestamp with a time zone. */
const moment = v.pipe(v.string(), v.isoTimestamp());
/** A list of types that contains at least `names`, in any order. */
const typed = (...names: string[]) =>
  v.pipe(
    v.array(v.string()),
    v.check((types) => names.every((name) => types.includes(name)), `a type of ${names.join(', ')} is missing`),
  );

const profile = v.looseObject({
  id: uri,
  type: typed('Profile'),
  name: v.optional(v.string()),
  url: v.optional(uri),
});

/** An identity object allows no additional fields. */
const identity = v.strictObject({
  type: v.literal('IdentityObject'),
  hashed: v.boolean(),
  identityHash: v.pipe(v.string(), v.regex(/^(sha256\$[0-9a-f]{64}|md5\$[0-9a-f]{32})$/i)),
  identityType: v.picklist(['name', 'userName', 'accountId', 'emailAddress', 'identifier']),
  salt: v.optional(v.string()),
});

const achievement = v.looseObject({
  id: uri,
  type: typed('Achievement'),
  name: v.string(),
  description: v.string(),
  criteria: v.pipe(
    v.looseObject({ id: v.optional(uri), narrative: v.optional(v.string()) }),
    v.check(({ id, narrative }) => Boolean(id || narrative), 'criteria say nothing'),
  ),
});

export const openBadgeShape = v.looseObject({
  '@context': v.pipe(
    v.array(uri),
    v.check(
      ([first, second]) =>
        first === 'https://www.w3.org/ns/credentials/v2' &&
        /^https:\/\/purl\.imsglobal\.org\/spec\/ob\/v3p0\/context-3\.\d+\.\d+\.json$/.test(second ?? ''),
      'the contexts of the two specifications come first, in this order',
    ),
  ),
  id: uri,
  type: typed('VerifiableCredential', 'OpenBadgeCredential'),
  name: v.string(),
  issuer: profile,
  validFrom: moment,
  validUntil: v.optional(moment),
  credentialSubject: v.pipe(
    v.looseObject({
      type: typed('AchievementSubject'),
      id: v.optional(uri),
      identifier: v.optional(v.pipe(v.array(identity), v.minLength(1))),
      achievement,
    }),
    v.check(({ id, identifier }) => Boolean(id || identifier), 'the subject needs an id or an identifier'),
  ),
  credentialStatus: v.looseObject({
    id: uri,
    type: v.literal('BitstringStatusListEntry'),
    statusPurpose: v.picklist(['revocation', 'suspension', 'message']),
    statusListIndex: v.pipe(v.string(), v.regex(/^\d+$/)),
    statusListCredential: uri,
  }),
});
