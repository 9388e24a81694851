import { generateKeyPairSync } from 'node:crypto';
import { expect } from 'chai';
import { readLogKey, type Signed, Witness } from '../../../scripts/witness/witness.js';
import { verifierKey } from '../../../shared/log/note.js';
import { testKeys } from '../processes/keys.js';

/** A piece of evidence, and the means to check it. */
export interface Shown {
  name: string;
  bytes: Uint8Array;
  isBelieved(bytes: Uint8Array): Promise<boolean>;
}

export const ORIGIN = 'example.test/log';
export const witnessKey = generateKeyPairSync('ed25519').privateKey;

/** Downloads a file like a caller. */
export async function readFile(url: string, token: string, address: string): Promise<Buffer> {
  const answer = await fetch(url + address, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status, address).to.equal(200);
  return Buffer.from(await answer.arrayBuffer());
}

/** A witness that has signed this checkpoint before; attempts do not change it. */
export function witnessAt(signed: Signed | undefined): Witness {
  const logKey = readLogKey(verifierKey(ORIGIN, testKeys.evidenceKeys.current));
  return new Witness('witness.test', witnessKey, [logKey], { read: () => signed, write: () => undefined });
}
