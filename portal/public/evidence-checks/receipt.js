import { fromBase64Url, fromHex, fromUtf8, toHex, toUtf8 } from './bytes.js';
import { canonical } from './canonical-json.js';
import { isSignedBy, sha256 } from './crypto.js';
import { demand } from './fault.js';
import { requireStoredConsent } from './stored-consent.js';

/** Checks a consent receipt: who signed it, that its parts are consistent, and its hash in the log. */
export async function checkReceipt(text, keys) {
  // Some editors and mail programs end a line in their own way.
  const parts = text.replace(/\r?\n$/, '').split('.');
  demand(parts.length === 3, 'it is not a JWS in compact form');
  const [header, claims] = parts.slice(0, 2).map((part) => JSON.parse(fromUtf8(fromBase64Url(part))));
  demand(header.alg === 'EdDSA' && header.typ === 'consent-receipt+jwt', 'it is not a consent receipt');
  const key = keys.find(({ kid }) => kid === header.kid);
  demand(key !== undefined, `no trusted key has the id ${header.kid}`);
  const signed = toUtf8(`${parts[0]}.${parts[1]}`);
  demand(await isSignedBy(key.bytes, signed, fromBase64Url(parts[2])), 'the signature is not by that key');
  const { hash, previous_hash: previous, record } = claims.evidence;
  const worked = await sha256(fromHex(previous), toUtf8(canonical(record)));
  demand(toHex(worked) === hash, 'the stored consent in it has another hash');
  requireStoredConsent(claims, record);
  for (const { wording, wording_hash: stated } of claims.consents) {
    const fits = wording === null || toHex(await sha256(toUtf8(wording))) === stated;
    demand(fits, 'a wording has another hash');
  }
  return { claims, kid: header.kid, hash: worked };
}
