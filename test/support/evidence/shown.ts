import { generateKeyPairSync } from 'node:crypto';
import { expect } from 'chai';
import { readLogKey, type Signed, Witness } from '../../../scripts/witness/witness.js';
import { verifierKey } from '../../../shared/log/note.js';
import { testKeys } from '../keys.js';

/** Something that is shown to others, and what they judge it by. */
export interface Shown {
  name: string;
  bytes: Uint8Array;
  isBelieved(bytes: Uint8Array): Promise<boolean>;
}

export const ORIGIN = 'example.test/log';
export const witnessKey = generateKeyPairSync('ed25519').privateKey;

/** Reads a file as a caller gets it. */
export async function readFile(url: string, token: string, address: string): Promise<Buffer> {
  const answer = await fetch(url + address, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status, address).to.equal(200);
  return Buffer.from(await answer.arrayBuffer());
}

/** The witness with what it has signed before, which no try changes. */
export function witnessAt(signed: Signed | undefined): Witness {
  const logKey = readLogKey(verifierKey(ORIGIN, testKeys.evidenceKeys.current));
  return new Witness('witness.test', witnessKey, [logKey], { read: () => signed, write: () => undefined });
}
