// Checks receipts, log proofs, PDF reports and webhooks with WebCrypto alone: in the page /verify, and unchanged in the
// client package.
import { fromUtf8 } from './bytes.js';
import { readKeys } from './crypto.js';
import { Fault } from './fault.js';
import { checkPdf } from './pdf.js';
import { checkProof } from './proof.js';
import { checkReceipt } from './receipt.js';
import { checkWebhook } from './webhook.js';
import { wordsOf } from './words.js';

const KINDS = [
  ['proof', (text) => text.startsWith('c2sp.org/tlog-proof@v1')],
  ['pdf', (text) => text.startsWith('%PDF-')],
  ['webhook', (text) => /^webhook-(id|timestamp|signature):/im.test(text)],
  ['receipt', () => true],
];

/** Checks everything it is given and says in words what is proven for each, and by whom. */
export async function checkAll(given, { keys: keyText, witnesses = [] }) {
  const keys = readKeys(keyText);
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
      const found = await CHECKS[item.kind]({ ...item, text }, { keys, witnesses, entries });
      results.push({ name: item.name, proven: true, ...found });
    } catch (error) {
      results.push({
        name: item.name,
        proven: false,
        title: `this ${item.kind} proves nothing`,
        lines: [error instanceof Fault ? error.message : 'it is damaged, or not what it looks like'],
      });
    }
  }
  return results;
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
    entries.push(hash);
    const given = claims.consents
      .filter((consent) => consent.given)
      .map(({ wording, name }) => wording ?? name);
    return {
      title: claims.mode === 'test' ? 'a receipt of test mode' : 'a genuine consent receipt',
      lines: [
        `The holder of the key ${kid} states that ${claims.pii_controllers[0].name} confirmed, on ${claims.event.event_time}, through ${claims.event.entity_id}:`,
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
    const { origin, index, size, seen, said } = await checkProof(text, keys, witnesses, entries);
    const by =
      seen.length === 0
        ? 'No witness was demanded, so only the log itself says so.'
        : `Witnesses: ${seen.join('; ')}.`;
    const place = `entry ${index} of the log ${origin}, of ${size} entries.`;
    if (said === undefined)
      return { title: 'a valid proof', lines: [`The consent of the receipt is ${place}`, by] };
    return { title: TITLES[said.kind], lines: [...wordsOf(said), `It is ${place}`, by] };
  },
  webhook: async ({ text }, { keys }) => {
    const { kid, time } = await checkWebhook(text, keys);
    return {
      title: 'a genuine webhook',
      lines: [`The holder of the key ${kid} wrote it on ${time}. Not proven: to whom.`],
    };
  },
  pdf: async ({ bytes }) => {
    const { certificate } = await checkPdf(bytes);
    return {
      title: 'an unchanged report',
      lines: [
        'Not a byte was changed since it was signed.',
        `By the holder of the certificate with the SHA-256 ${certificate}: compare it with the one you know.`,
      ],
    };
  },
};
