import {
  createSecretKey,
  generateKeyPairSync,
  type KeyPairKeyObjectResult,
  randomUUID,
  sign,
} from 'node:crypto';
import { encodePart, forgeToken, type Json } from '../../support/accounts/forge-token.js';

/** A good token, its parts, and an address that must never be asked for a key. */
export interface Sample {
  token: string;
  header: Json;
  claims: Json;
  keyUrl: string;
}

type Attack = [what: string, make: (sample: Sample) => readonly string[]];

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ed = generateKeyPairSync('ed25519');
const foreignKey = createSecretKey(Buffer.alloc(32, 9));
const FOREIGN_JWK = foreignKey.export({ format: 'jwk' });
const X5C = [rsa.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')];

/** S8–S10: headers that we never write; with our signature, so that nothing else is wrong, and with a foreign one. */
const HEADERS: readonly [what: string, members: (sample: Sample) => readonly Json[]][] = [
  ['another alg', () => ['none', 'None', '', null, 0, ['HS256'], 'hs256', 'RS256'].map((alg) => ({ alg }))],
  ['another typ', () => ['JWT', 'AT+JWT', '', null].map((typ) => ({ typ }))],
  ['an unknown kid', () => ['other', '', 'NEW', 'new ', 'new\0', 'old'].map((kid) => ({ kid }))],
  ['a kid that is a path', () => ['../../dev/null', '/proc/self/environ'].map((kid) => ({ kid }))],
  ['a kid that is SQL', () => [{ kid: "' UNION SELECT 'x' --" }]],
  ['a kid that is an address', ({ keyUrl }) => [{ kid: keyUrl }]],
  ['a kid that is no text', () => [['new'], { new: 1 }, 0, null, true].map((kid) => ({ kid }))],
  ['a kid that every object has', () => ['constructor', '__proto__', 'toString'].map((kid) => ({ kid }))],
  ['a kid of 4 kB', () => [{ kid: 'x'.repeat(4_000) }]],
  ['a jku or x5u', ({ keyUrl }) => [{ jku: keyUrl }, { x5u: keyUrl }]],
  ['a jwk or x5c', () => [{ jwk: FOREIGN_JWK }, { x5c: X5C }]],
  ['a crit', () => [['x'], ['exp'], [], 'x'].map((crit) => ({ crit, x: 1 }))],
  ['compression or a nested token', () => [{ zip: 'DEF' }, { cty: 'JWT' }]],
];

/** S11: claims that we never make, under our own signature. */
const CLAIMS: readonly [what: string, members: (now: number) => readonly Json[]][] = [
  ['another issuer', () => ['somebody', '', null, ['verification-service'], {}].map((iss) => ({ iss }))],
  ['another audience', () => ['somebody', '', null, ['somebody'], {}].map((aud) => ({ aud }))],
  ['an exp in the past', (now) => [now - 7_200, 0, -1].map((exp) => ({ exp }))],
  ['an exp far ahead', (now) => [now + 3_601, now + 1e8, 1e300, 2 ** 53 - 1].map((exp) => ({ exp }))],
  ['an exp of another type', (now) => [`${now + 60}`, null, true, now + 60.5, [now]].map((exp) => ({ exp }))],
  ['an iat ahead', (now) => [{ iat: now + 600, exp: now + 1_200 }]],
  ['an iat of another type', (now) => [String(now), null, now - 0.5].map((iat) => ({ iat }))],
  ['an nbf ahead, or none', (now) => [now + 600, 'soon'].map((nbf) => ({ nbf }))],
  ['another jti', () => ['x', '', null, 1, '%00'].map((jti) => ({ jti }))],
  [
    'another sub',
    () => [randomUUID(), 'usr_01h2xcejqtf2nbrexx3vqjhp41', '', null, 1].map((sub) => ({ sub })),
  ],
  [
    'another scope',
    () => ['admin', 'client admin', '', null, ['client'], 'CLIENT'].map((scope) => ({ scope })),
  ],
  ['another version', () => [-1, 1, '0', null, 0.5].map((version) => ({ token_version: version }))],
];

/** S8 and S9: signatures that are not ours, and texts that are no token. */
const SIGNATURES: readonly Attack[] = [
  [
    'no signature',
    ({ header, claims }) => [`${encodePart({ ...header, alg: 'none' })}.${encodePart(claims)}.`],
  ],
  ['alg twice', ({ claims }) => [forgeToken(ALG_TWICE, claims, foreignKey)]],
  ['a cut signature', ({ token }) => letters(token).map((at) => token.slice(0, at))],
  ['a changed letter in the signature', ({ token }) => letters(token).map((at) => change(token, at))],
  ['bits changed that base64 does not count', ({ token }) => [token.slice(0, -1) + neighbour(token)]],
  ['a changed letter in the claims', ({ token }) => [change(token, token.indexOf('.') + 10)]],
  ['padding', ({ token }) => [`${token}=`, `${token}==`]],
  [
    'parts too few or too many',
    ({ token }) => [token.slice(0, token.lastIndexOf('.')), `${token}.`, `${token}.x`],
  ],
  [
    'a signature of a key pair',
    (sample) => [
      signedBy(sample, 'RS256', (text) => sign('sha256', text, rsa.privateKey)),
      signedBy(sample, 'ES256', (text) =>
        sign('sha256', text, { key: ec.privateKey, dsaEncoding: 'ieee-p1363' }),
      ),
      signedBy(sample, 'EdDSA', (text) => sign(null, text, ed.privateKey)),
    ],
  ],
  [
    'a public key for a secret',
    ({ header, claims }) => [rsa, ec, ed].map((pair) => forgeToken(header, claims, pem(pair))),
  ],
  [
    'an empty or foreign key',
    ({ header, claims }) =>
      [Buffer.alloc(0), Buffer.alloc(1), foreignKey].map((key) => forgeToken(header, claims, key)),
  ],
  [
    'a member of the header missing',
    ({ header, claims }) => Object.keys(header).map((name) => forgeToken(without(header, name), claims)),
  ],
  [
    'a claim missing',
    ({ header, claims }) => NEEDED.map((name) => forgeToken(header, without(claims, name))),
  ],
  [
    'a scope twice',
    ({ header, claims }) => [forgeToken(header, JSON.stringify(claims).replace('}', ',"scope":"admin"}'))],
  ],
  ['claims that are none', ({ header }) => NO_OBJECTS.map((text) => forgeToken(header, text))],
  ['a header that is none', ({ claims }) => NO_OBJECTS.map((text) => forgeToken(text, claims))],
  ['nothing of a token', () => [randomUUID(), '.', '..', '...', 'a'.repeat(6_000), 'null', 'undefined']],
];

const ALG_TWICE = '{"alg":"none","typ":"at+jwt","kid":"new","alg":"HS256"}';
const NEEDED = ['iss', 'aud', 'sub', 'exp', 'iat', 'jti', 'scope', 'token_version'];
const NO_OBJECTS = ['[]', 'null', '1', '"x"', 'no JSON', '', '{"__proto__":{}}'];

/** Every way to make a token that must be refused. */
export const TOKEN_ATTACKS: readonly Attack[] = [
  ...SIGNATURES,
  ...HEADERS.map(
    ([what, members]): Attack => [
      what,
      (sample) =>
        members(sample).flatMap((other) => [
          forgeToken({ ...sample.header, ...other }, sample.claims),
          forgeToken({ ...sample.header, ...other }, sample.claims, foreignKey),
        ]),
    ],
  ),
  ...CLAIMS.map(
    ([what, members]): Attack => [
      what,
      ({ header, claims }) =>
        members(Number(claims.iat)).map((other) => forgeToken(header, { ...claims, ...other })),
    ],
  ),
];

function pem({ publicKey }: KeyPairKeyObjectResult): Buffer {
  return Buffer.from(publicKey.export({ format: 'pem', type: 'spki' }) as string);
}

function signedBy({ header, claims }: Sample, alg: string, make: (text: Buffer) => Buffer): string {
  const text = `${encodePart({ ...header, alg })}.${encodePart(claims)}`;
  return `${text}.${make(Buffer.from(text)).toString('base64url')}`;
}

function without(part: Json, name: string): Json {
  const { [name]: _left, ...rest } = part;
  return rest;
}

/** The places of the letters of the signature. */
function letters(token: string): number[] {
  const start = token.lastIndexOf('.') + 1;
  return Array.from({ length: token.length - start }, (_, index) => start + index);
}

/** Another letter at this place. */
function change(text: string, at: number): string {
  return text.slice(0, at) + (text[at] === 'A' ? 'Q' : 'A') + text.slice(at + 1);
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Another last letter for the same 32 bytes: the two lowest bits of the 43rd letter stand for nothing. */
function neighbour(token: string): string {
  return ALPHABET[ALPHABET.indexOf(token.slice(-1)) ^ 1] ?? '';
}
