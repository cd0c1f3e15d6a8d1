/**
 * The shape of an Open Badges 3.0 credential (Verifiable Credentials Data Model 2.0), for the classes that the academy issues.
 * This file replaces the publisher's own JSON schema, which may not be redistributed. `docs/open-badges.md` compares each field with the text
 * of the specifications.
 */
import * as v from 'valibot';

const uri = v.pipe(v.string(), v.url());
/** A DateTimeZ: a timestamp with a time zone. */
const moment = v.pipe(v.string(), v.isoTimestamp());
/** A list of types that contains at least one of each group, in any order. */
const typed = (...groups: (string | string[])[]) =>
  v.pipe(
    v.array(v.string()),
    v.check(
      (types) => groups.every((group) => [group].flat().some((name) => types.includes(name))),
      `a type of ${groups.join(', ')} is missing`,
    ),
  );

const profile = v.looseObject({
  id: uri,
  type: typed('Profile'),
  name: v.optional(v.string()),
  url: v.optional(uri),
});

/** The values of IdentifierTypeEnum; an extension begins with `ext:`. */
const IDENTIFIER_TYPES = [
  'name',
  'sourcedId',
  'systemId',
  'productId',
  'userName',
  'accountId',
  'emailAddress',
  'nationalIdentityNumber',
  'isbn',
  'issn',
  'lisSourcedId',
  'oneRosterSourcedId',
  'sisSourcedId',
  'ltiContextId',
  'ltiDeploymentId',
  'ltiToolId',
  'ltiPlatformId',
  'ltiUserId',
  'identifier',
] as const;

/** An identity object allows no additional fields. */
const identity = v.strictObject({
  type: v.literal('IdentityObject'),
  hashed: v.boolean(),
  identityHash: v.pipe(v.string(), v.regex(/^(sha256\$[0-9a-f]{64}|md5\$[0-9a-f]{32})$/i)),
  identityType: v.union([v.picklist(IDENTIFIER_TYPES), v.pipe(v.string(), v.startsWith('ext:'))]),
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
        /^https:\/\/purl\.imsglobal\.org\/spec\/ob\/v3p0\/context(-3\.\d\.\d)*\.json$/.test(second ?? ''),
      'the contexts of the two specifications come first, in this order',
    ),
  ),
  id: uri,
  type: typed('VerifiableCredential', ['AchievementCredential', 'OpenBadgeCredential']),
  name: v.optional(v.string()),
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
  credentialStatus: v.pipe(
    v.looseObject({
      id: uri,
      type: v.literal('BitstringStatusListEntry'),
      statusPurpose: v.picklist(['refresh', 'revocation', 'suspension', 'message']),
      statusListIndex: v.pipe(v.string(), v.regex(/^\d+$/)),
      statusListCredential: uri,
    }),
    v.check(({ id, statusListCredential }) => id !== statusListCredential, 'the entry has the URL of the list'),
  ),
});

/** The header of a VC-JWT; Open Badges allows no additional members. */
export const openBadgeHeader = v.strictObject({ alg: v.literal('RS256'), kid: uri, typ: v.literal('JWT') });

/** The claims that a verifier compares with the credential ("Verify a Credential VC-JWT Signature"). */
export const openBadgeClaims = v.pipe(
  v.looseObject({
    iss: uri,
    jti: uri,
    sub: uri,
    nbf: v.pipe(v.number(), v.integer()),
    id: uri,
    issuer: v.looseObject({ id: uri }),
    validFrom: moment,
    credentialSubject: v.looseObject({ id: uri }),
  }),
  v.check(({ iss, issuer }) => iss === issuer.id, 'iss is not the issuer'),
  v.check(({ jti, id }) => jti === id, 'jti is not the id'),
  v.check(({ sub, credentialSubject }) => sub === credentialSubject.id, 'sub is not the subject'),
  v.check(({ nbf, validFrom }) => nbf * 1000 === Date.parse(validFrom), 'nbf is not validFrom'),
);

/** The list of revoked credentials (Bitstring Status List 1.0). */
export const statusListShape = v.looseObject({
  '@context': v.pipe(
    v.array(uri),
    v.check(([first]) => first === 'https://www.w3.org/ns/credentials/v2', 'the context comes first'),
  ),
  id: uri,
  type: typed('VerifiableCredential', 'BitstringStatusListCredential'),
  issuer: profile,
  validFrom: moment,
  credentialSubject: v.looseObject({
    id: v.optional(uri),
    type: v.literal('BitstringStatusList'),
    statusPurpose: v.picklist(['refresh', 'revocation', 'suspension', 'message']),
    // Multibase: `u` announces base64url without padding.
    encodedList: v.pipe(v.string(), v.regex(/^u[\w-]+$/)),
  }),
});
