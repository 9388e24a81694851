import { concat, fromBase64, same, toUtf8 } from './bytes.js';
import { isSignedBy, sha256 } from './crypto.js';
import { demand } from './fault.js';

/** The origin, size and root of a checkpoint, and who saw it, once its signatures are verified (C2SP tlog-checkpoint). */
export async function checkCheckpoint(note, keys, witnesses) {
  const [, text, lines] = /^((?:[^\n]+\n){3,})\n((?:— [^\n]+\n)+)$/.exec(note) ?? [];
  demand(text !== undefined, 'its checkpoint is malformed');
  const [origin, size, root] = text.split('\n');
  const signatures = lines.slice(0, -1).split('\n').map(readSignature);
  await requireLog({ origin, text, signatures }, keys);
  const seen = [];
  for (const witness of witnesses) seen.push(await checkCosignature(witness, text, signatures));
  demand(/^(0|[1-9]\d*)$/.test(size), 'its checkpoint is malformed');
  return { origin, size: Number(size), root: fromBase64(root), seen };
}

function readSignature(line) {
  const [, name, base64] = /^— (\S+) (\S+)$/.exec(line) ?? [];
  demand(base64 !== undefined, 'a signature line is malformed');
  return { name, bytes: fromBase64(base64) };
}

/** Demands that the log itself has signed, with a trusted key, and that every such signature holds. */
async function requireLog({ origin, text, signatures }, keys) {
  let count = 0;
  for (const { name, bytes } of signatures.filter((signature) => signature.name === origin)) {
    for (const key of keys) {
      const hash = await keyHash(origin, concat(Uint8Array.of(1), key.bytes));
      if (!same(hash, bytes.slice(0, 4))) continue;
      const holds = await isSignedBy(key.bytes, toUtf8(text), bytes.slice(4));
      demand(holds, `the signature of ${name} does not hold`);
      count += 1;
    }
  }
  demand(count > 0, 'no trusted key of the log has signed its checkpoint');
}

/** The name of a witness and the time at which it signed a checkpoint (C2SP tlog-cosignature). */
async function checkCosignature(verifierKey, text, signatures) {
  const [, name, , base64] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(verifierKey.trim()) ?? [];
  demand(base64 !== undefined, `${verifierKey} is not the key of a witness`);
  const material = fromBase64(base64);
  const hash = await keyHash(name, material);
  const own = signatures.find(
    (signature) => signature.name === name && same(hash, signature.bytes.slice(0, 4)),
  );
  demand(own !== undefined, `the witness ${name} has not signed it`);
  const time = new DataView(own.bytes.buffer, 4, 8).getBigUint64(0);
  const message = toUtf8(`cosignature/v1\ntime ${time}\n${text}`);
  const holds = await isSignedBy(material.slice(1), message, own.bytes.slice(12));
  demand(holds, `the signature of ${name} does not hold`);
  return `${name} at ${new Date(Number(time) * 1000).toISOString()}`;
}

async function keyHash(name, material) {
  return (await sha256(toUtf8(`${name}\n`), material)).slice(0, 4);
}
