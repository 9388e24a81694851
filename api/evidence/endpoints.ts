import type { RequestHandler } from 'express';
import type { PublicJwk } from '../../shared/evidence/evidence-keys.js';
import type { ApiDeps } from '../deps.js';
import { feature } from '../http/endpoint.js';
import { json } from '../openapi/describe.js';
import { arrayOf, constant, id, object, text } from '../openapi/schemas.js';
import { getProof } from './get-proof.js';
import { getReceipt } from './get-receipt.js';

const KEY: PublicJwk = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  kid: '2026-11',
  use: 'sig',
  alg: 'EdDSA',
};

const KEYS = object<{ keys: PublicJwk[] }>({
  keys: arrayOf(
    object<PublicJwk>({
      kty: constant('OKP'),
      crv: constant('Ed25519'),
      x: text(43, { pattern: '^[A-Za-z0-9_-]{43}$', description: 'The 32 bytes of the key in base64url.' }),
      kid: text(32, { pattern: '^[A-Za-z0-9._-]{1,32}$', description: 'The key id used in receipts.' }),
      use: constant('sig'),
      alg: constant('EdDSA'),
    }),
    100,
  ),
});

const parameters = { id: { description: 'The `request_id`.', schema: id('verification') } };

/** A text that is neither JSON nor a file. */
const compact = (max: number) => ({ schema: text(max) });

/** What outsiders check without the service (contract 14): receipts, and the keys that signed them. */
export const evidenceFeature = feature({
  tag: {
    name: 'Evidence',
    description:
      'Evidence that others can check without the service and without trusting it: signed consent receipts and the keys that signed them.',
  },
  schemas: {},
  endpoints: [
    {
      method: 'get',
      path: '/api/v1/verifications/:id/receipt',
      inPath: parameters,
      operationId: 'getVerificationReceipt',
      summary: 'Read the consent receipt',
      description:
        'Who confirmed what, for which purpose, at which price and when, in the exact words that were shown: a compact JWS, signed with Ed25519, of type `consent-receipt+jwt`, with the fields of ISO/IEC TS 27560. It contains the subject only as a keyed hash. The same consent yields the same receipt, even after an erasure, until the key changes, or a name in it: client and service are called what they are called now.',
      access: { act: 'read_reports' },
      responses: {
        200: { description: 'The receipt.', content: { 'application/jwt': compact(20_000) } },
      },
      handle: getReceipt,
    },
    {
      method: 'get',
      path: '/api/v1/verifications/:id/evidence.tlog-proof',
      inPath: parameters,
      operationId: 'getVerificationProof',
      summary: 'Read the proof that the consent is in the log',
      description:
        'A proof in the format of C2SP tlog-proof that the `evidence_hash` of this consent (its 32 bytes are the entry) is in the public log, with the checkpoint signed by the log and by its witnesses, if any. Nothing else is needed to check it. It exists within two seconds of acceptance. If the entry is not in the log yet, the request waits up to three seconds, then it is a 409 with `Retry-After`.',
      access: { act: 'read_reports' },
      errors: ['conflict'],
      responses: {
        200: { description: 'The proof.', content: { 'text/plain': compact(20_000) } },
      },
      handle: getProof,
    },
    {
      method: 'get',
      path: '/.well-known/jwks.json',
      operationId: 'getEvidenceKeys',
      summary: 'List the keys that sign evidence',
      description:
        'The Ed25519 keys for receipts, the log and webhooks as a JWK set (RFC 7517, RFC 8037), with the current signing key first. Earlier keys stay listed.',
      access: 'open',
      withoutDatabase: true,
      responses: {
        200: {
          description: 'The keys.',
          content: json(KEYS, { keys: { keys: [KEY] } }),
        },
      },
      handle: sendKeys,
    },
  ],
});

/** Open to everyone; cached briefly, so that a new key is known soon after it starts signing. */
function sendKeys({ config }: Pick<ApiDeps, 'config'>): RequestHandler {
  const keys = config.evidenceKeys.publicJwks();
  return (_req, res) => {
    res.setHeader('Cache-Control', 'public, max-age=300');
    res.json({ keys });
  };
}
