import { fromBase64, fromHex, fromUtf8, same, toUtf8 } from './bytes.js';
import { canonical } from './canonical-json.js';
import { checkCheckpoint } from './checkpoint.js';
import { sha256 } from './crypto.js';
import { demand, Fault } from './fault.js';

const PROOF =
  /^c2sp\.org\/tlog-proof@v1\n(?:extra ([^\n]+)\n)?index (0|[1-9]\d*)\n((?:[^\n]+\n)*)\n([\s\S]+)$/;

/**
 * Checks a C2SP tlog-proof: of what it discloses itself, or of an entry that is the evidence hash of one of the receipts,
 * each of which is an entry and the id of its request.
 */
export async function checkProof(text, keys, witnesses, receipts) {
  const [, extra, number, lines, note] = PROOF.exec(text) ?? [];
  demand(note !== undefined, 'it is not a C2SP tlog-proof');
  const checkpoint = await checkCheckpoint(note, keys, witnesses);
  const index = Number(number);
  demand(index < checkpoint.size, 'the checkpoint ends before the entry');
  const said = extra === undefined ? undefined : await checkExtra(extra);
  const entries = said === undefined ? receipts : [said];
  const path = lines.split('\n').slice(0, -1).map(fromBase64);
  for (const { entry, requestId } of entries) {
    if (same(await rootOf(entry, index, checkpoint.size, path), checkpoint.root)) {
      return { ...checkpoint, index, requestId, said };
    }
  }
  demand(entries.length > 0, 'open the receipt together with its proof');
  throw new Fault(
    `it does not prove that ${said === undefined ? 'the receipt' : 'what it says'} is in the log`,
  );
}

/** The root an inclusion proof leads to (RFC 9162, 2.1.3.2). */
async function rootOf(entry, index, size, path) {
  let [node, last, hash] = [index, size - 1, await sha256(Uint8Array.of(0), entry)];
  for (const sibling of path) {
    demand(last > 0, 'the proof is too long');
    if (node % 2 === 1 || node === last) {
      hash = await sha256(Uint8Array.of(1), sibling, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
    } else {
      hash = await sha256(Uint8Array.of(1), hash, sibling);
    }
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  demand(last === 0, 'the proof is too short');
  return hash;
}

/** The kind of a record, recognised by members only that kind has. */
function kindOf(record) {
  if (record === undefined || 'act' in record) return 'access';
  return 'action' in record ? 'audit' : undefined;
}

/** Everything an entry is made of, or the entry alone: whatever else stood there would be covered by no hash. */
const MEMBERS = ['kind,previous_hash,record,salt', 'entry,kind'];

/** Checks what the proof of an access or an act says about its entry: the record and its salt, or the entry alone. */
async function checkExtra(base64) {
  const text = fromUtf8(fromBase64(base64));
  const said = JSON.parse(text);
  demand(canonical(said) === text, 'what it says of its entry is written in another way');
  const members = Object.keys(said).join();
  demand(MEMBERS.includes(members), 'it says more of its entry than that is made of');
  // The kind is not covered by a hash, so it must match the record. A withheld record is an access.
  demand(said.kind === kindOf(said.record), 'it calls its entry something else');
  if (said.entry !== undefined) return { ...said, entry: fromHex(said.entry) };
  const hash = await sha256(fromHex(said.previous_hash), toUtf8(canonical(said.record)));
  return { ...said, entry: await sha256(fromHex(said.salt), hash) };
}
