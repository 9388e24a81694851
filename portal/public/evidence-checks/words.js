import { canonical } from './canonical-json.js';
import { publicId } from './public-id.js';

/** Describes the record of a logged entry. */
export function wordsOf({ kind, record }) {
  if (record === undefined) {
    return [
      'What it says is withheld, so nothing is proven but that there is such an entry. The service withholds looks by its staff, because they tell from where, and what comes after one. An auditor is shown them.',
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
