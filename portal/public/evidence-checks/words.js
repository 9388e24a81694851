import { canonical } from './canonical-json.js';

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

/** The public id for a UUID in a record. */
function publicId(prefix, uuid) {
  let rest = BigInt(`0x${uuid.replaceAll('-', '')}`);
  let letters = '';
  for (let place = 0; place < 26; place += 1) {
    letters = LETTERS[Number(rest & 31n)] + letters;
    rest >>= 5n;
  }
  return `${prefix}_${letters}`;
}

/** Describes the record of a logged entry. */
export function wordsOf({ kind, record }) {
  if (record === undefined) {
    return [
      'What it says is withheld, because it tells from where staff of the service looked, or stands next to such a look. An auditor is shown it.',
    ];
  }
  const { entry_no: no, recorded_at: at, ip_address: address } = record;
  const from = address === null ? '' : ` from ${address}`;
  if (kind === 'audit') {
    const { actor, action, target, details } = record;
    return [
      `Act ${no} of the audit log: ${actor} did ${action} on ${target}, on ${at}${from}.`,
      `Details: ${canonical(details)}`,
    ];
  }
  const {
    actor_kind: actor,
    actor_id: id,
    act,
    channel,
    verification_id: verification,
    client_id: client,
  } = record;
  const who = id === null ? 'the system' : `${actor} ${publicId(actor === 'api_key' ? 'key' : 'usr', id)}`;
  const what = verification === null ? 'of many verifications' : `of ${publicId('ver', verification)}`;
  return [
    `Look ${no} into what ${publicId('cli', client)} holds: ${who} opened the ${act} ${what}, on ${at}, by way of the ${channel}${from}.`,
  ];
}
