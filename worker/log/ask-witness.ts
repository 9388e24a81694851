import { createHash, createPublicKey, verify } from 'node:crypto';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { WitnessAddress } from '../../shared/config/worker.js';

/** What a witness is shown: a checkpoint, and the proof that it extends the one it signed before. */
export interface Submission {
  old: number;
  proof: readonly Buffer[];
  note: string;
}

/** What it answers: the line of its signature, the size it has signed up to, or why it refuses. */
export type WitnessAnswer =
  | { kind: 'signed'; line: string }
  | { kind: 'elsewhere'; size: number }
  | { kind: 'refused'; status: number; why: string };

const TIMEOUT_MS = 5_000;
/** Many times what a witness has to say. */
const MAX_CHARACTERS = 10_000;

/** Asks a witness to sign a checkpoint (C2SP tlog-witness, add-checkpoint). Throws on network failure. */
export async function askWitness(
  witness: WitnessAddress,
  { old, proof, note }: Submission,
): Promise<WitnessAnswer> {
  const lines = proof.map((hash) => `${hash.toString('base64')}\n`).join('');
  const response = await post(`${witness.url}/add-checkpoint`, `old ${old}\n${lines}\n${note}`);
  const { statusCode: status = 0 } = response;
  const body = await readStart(response);
  const size = /^(0|[1-9]\d{0,9})\n$/.exec(body)?.[1];
  if (status === 409 && size !== undefined) return { kind: 'elsewhere', size: Number(size) };
  if (status !== 200) return { kind: 'refused', status, why: body.trim() };
  const signed = body.split('\n').find((line) => isCosignature(witness, line, note));
  if (signed === undefined) return { kind: 'refused', status: 200, why: 'its signature is not by its key' };
  return { kind: 'signed', line: `${signed}\n` };
}

/**
 * Posts a text on a connection of its own. A busy worker never leaves a kept one unused for long enough to be closed,
 * and a resumed TLS session is trusted without looking at the certificate: an expired one, and an address that has
 * changed, would be noticed at the next start only. Follows no redirect.
 */
function post(address: string, body: string): Promise<IncomingMessage> {
  const url = new URL(address);
  const { request } = url.protocol === 'https:' ? https : http;
  const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return new Promise((resolve, reject) => {
    // An agent of this request alone: the global one keeps connections and sessions.
    const asked = request(url, { method: 'POST', agent: false, headers, signal }, resolve);
    asked.on('error', reject);
    // Node would close the connection without a word, and the question would never end: not even in time.
    asked.on('upgrade', (_answer, socket) => {
      socket.destroy();
      reject(new Error('The server switched to another protocol'));
    });
    asked.end(body);
  });
}

/** The beginning of a body, however long it is: witnesses are run by others, and the memory is ours. */
async function readStart(body: IncomingMessage): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of body as AsyncIterable<Buffer>) {
    text += decoder.decode(part, { stream: true });
    if (text.length >= MAX_CHARACTERS) break;
  }
  return text.slice(0, MAX_CHARACTERS);
}

// RFC 8410: the prefix of the 32 bytes of an Ed25519 public key.
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** What stands in a key after the name: `+`, eight hexadecimal digits that name the key, and `+`. */
const KEY_ID_LENGTH = 10;
/** The bytes of a cosignature: four that name the key, the time in eight, and 64 of Ed25519. */
const COSIGNATURE_BYTES = 4 + 8 + 64;

/** Whether a line is this witness's signature over the checkpoint and a time (C2SP tlog-cosignature). */
function isCosignature({ name, verifierKey }: WitnessAddress, line: string, note: string): boolean {
  const [, base64] = /^— ([^ ]+) ([A-Za-z0-9+/=]+)$/.exec(line)?.slice(1) ?? [];
  if (base64 === undefined || !line.startsWith(`— ${name} `)) return false;
  const material = Buffer.from(verifierKey.slice(name.length + KEY_ID_LENGTH), 'base64');
  const hash = createHash('sha256').update(`${name}\n`).update(material).digest().subarray(0, 4);
  const bytes = Buffer.from(base64, 'base64');
  // Published as it is, and readers refuse a checkpoint with base64 in another spelling than the canonical one.
  if (bytes.toString('base64') !== base64) return false;
  if (bytes.length !== COSIGNATURE_BYTES || !bytes.subarray(0, 4).equals(hash)) return false;
  const spki = Buffer.concat([SPKI, material.subarray(1)]);
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  const text = note.slice(0, note.indexOf('\n\n') + 1);
  const message = `cosignature/v1\ntime ${bytes.readBigUInt64BE(4)}\n${text}`;
  return verify(null, Buffer.from(message), key, bytes.subarray(12));
}
