// Checks receipts, log proofs, PDF reports and webhooks with WebCrypto alone: in the page /verify, and unchanged in the
// client package.
import { fromUtf8 } from './bytes.js';
import { readKeys } from './crypto.js';
import { demand, Fault, Unable } from './fault.js';
import { checkPdf } from './pdf.js';
import { checkProof } from './proof.js';
import { checkReceipt } from './receipt.js';
import { visible } from './visible.js';
import { checkWebhook } from './webhook.js';
import { wordsOf } from './words.js';

const KINDS = [
  ['proof', (text) => text.startsWith('c2sp.org/tlog-proof@v1')],
  ['pdf', (text) => text.startsWith('%PDF-')],
  ['webhook', (text) => /^webhook-(id|timestamp|signature):/im.test(text)],
  ['receipt', () => true],
];

/** Checks everything it is given and says in words what is proven for each, and by whom. */
export async function checkAll(given, { keys: keyText, witnesses = [], certificates = [] }) {
  const trusted = { keys: readKeys(keyText), witnesses, certificates: certificates.map(readFingerprint) };
  const items = given.map((item) => {
    // Each byte is a character of its own until the file is known to be text.
    const characters = new TextDecoder('latin1').decode(item.bytes);
    return { ...item, kind: KINDS.find(([, fits]) => fits(characters))[0] };
  });
  const entries = [];
  const results = [];
  for (const item of receiptsFirst(items)) {
    try {
      const text = item.kind === 'pdf' ? '' : fromUtf8(item.bytes);
      const found = await CHECKS[item.kind]({ ...item, text }, { ...trusted, entries });
      results.push({ name: item.name, proven: true, ...found, lines: found.lines.map(visible) });
    } catch (error) {
      results.push({ name: item.name, proven: false, ...failureOf(item.kind, error) });
    }
  }
  return results;
}

/** Why nothing is proven, in words. What cannot be checked here is not called damaged: it may be genuine. */
function failureOf(kind, error) {
  if (error instanceof Unable) return { title: `this ${kind} could not be checked`, lines: [error.message] };
  const why = error instanceof Fault ? visible(error.message) : 'it is damaged, or not what it looks like';
  return { title: `this ${kind} proves nothing`, lines: [why] };
}

/**
 * The SHA-256 of a certificate as it is compared. Other programs write it in capitals and with colons, and openssl
 * "sha256 Fingerprint=" before it.
 */
function readFingerprint(text) {
  return text
    .slice(text.indexOf('=') + 1)
    .replace(/[:\s]/g, '')
    .toLowerCase();
}

/** A proof is of a receipt, wherever that stands among the files. */
function receiptsFirst(items) {
  const isReceipt = ({ kind }) => kind === 'receipt';
  return [...items.filter(isReceipt), ...items.filter((item) => !isReceipt(item))];
}

const TITLES = { access: 'a logged look', audit: 'a logged act' };

const CHECKS = {
  receipt: async ({ text }, { keys, entries }) => {
    const { claims, kid, hash } = await checkReceipt(text, keys);
    entries.push({ entry: hash, requestId: claims.request_id });
    const given = claims.consents
      .filter((consent) => consent.given)
      .map(({ wording, name }) => wording ?? name);
    return {
      title: claims.mode === 'test' ? 'a receipt of test mode' : 'a genuine consent receipt',
      lines: [
        `The holder of the key ${kid} states that ${claims.pii_controllers[0].name} (${claims.pii_controllers[0].party_id}) confirmed, on ${claims.event.event_time}, through ${claims.event.entity_id}:`,
        ...given.map((sentence) => `“${sentence}”`),
        `For: ${claims.purposes[0].purpose} (${claims.purposes[0].service}), at ${claims.price.credits} credits, as ${claims.request_id}.`,
        ...(claims.mode === 'test'
          ? ['Test mode: no person was asked about, and the answer is invented.']
          : []),
        'Not proven: that the person whom the check is about agreed. The client has to show that.',
      ],
    };
  },
  proof: async ({ text }, { keys, witnesses, entries }) => {
    const { origin, index, size, seen, requestId, said } = await checkProof(text, keys, witnesses, entries);
    const by =
      seen.length === 0
        ? 'No witness was demanded, so only the log itself says so.'
        : `Witnesses: ${seen.join('; ')}.`;
    const place = `entry ${index} of the log ${origin}, of ${size} entries.`;
    if (said === undefined)
      return { title: 'a valid proof', lines: [`The consent of ${requestId} is ${place}`, by] };
    // Of an entry alone, the kind is covered by no hash.
    const title = said.record === undefined ? 'a logged entry' : TITLES[said.kind];
    return { title, lines: [...wordsOf(said), `It is ${place}`, by] };
  },
  webhook: async ({ text }, { keys }) => {
    const { kid, id, time } = await checkWebhook(text, keys);
    return {
      title: 'a genuine webhook',
      lines: [`The holder of the key ${kid} wrote ${id} on ${time}. Not proven: to whom.`],
    };
  },
  pdf: async ({ bytes }, { certificates }) => {
    const { certificate } = await checkPdf(bytes);
    const unchanged = 'Not a byte was changed since it was signed.';
    if (certificates.length === 0) {
      return {
        title: 'a PDF unchanged since it was signed',
        lines: [
          unchanged,
          `By the holder of the certificate with the SHA-256 ${certificate}: compare it with the one you know. No certificate was demanded, and anybody can sign with one of their own.`,
        ],
      };
    }
    demand(certificates.includes(certificate), `it was signed with another certificate: ${certificate}`);
    return {
      title: 'an unchanged report',
      lines: [unchanged, `By the holder of the certificate with the SHA-256 ${certificate}.`],
    };
  },
};
