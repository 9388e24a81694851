import { createHash } from 'node:crypto';
import type { EvidenceKey } from '../evidence/evidence-keys.js';

const ED25519 = 1;

/** The key hash that precedes a signature of C2SP signed-note and identifies its signer. */
function keyHash(name: string, { publicKey }: EvidenceKey): Buffer {
  return createHash('sha256')
    .update(`${name}\n`)
    .update(Buffer.concat([Buffer.from([ED25519]), publicKey]))
    .digest()
    .subarray(0, 4);
}

/** The public key in the form used by readers of signed notes (C2SP signed-note). */
export function verifierKey(name: string, key: EvidenceKey): string {
  const material = Buffer.concat([Buffer.from([ED25519]), key.publicKey]).toString('base64');
  return `${name}+${keyHash(name, key).toString('hex')}+${material}`;
}

/** The head of the log (C2SP tlog-checkpoint), signed by each of the keys. */
export function signCheckpoint(
  head: { origin: string; size: number; root: Buffer },
  keys: readonly EvidenceKey[],
): string {
  const text = `${head.origin}\n${head.size}\n${head.root.toString('base64')}\n`;
  const signatures = keys.map((key) => {
    const signature = Buffer.concat([keyHash(head.origin, key), key.sign(Buffer.from(text))]);
    return `— ${head.origin} ${signature.toString('base64')}\n`;
  });
  return `${text}\n${signatures.join('')}`;
}

/** The size and root that a checkpoint states. */
export function readCheckpoint(note: string): { origin: string; size: number; root: Buffer } {
  const [origin = '', size = '', root = ''] = note.split('\n');
  return { origin, size: Number(size), root: Buffer.from(root, 'base64') };
}
