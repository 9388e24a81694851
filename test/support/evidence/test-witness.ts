import { generateKeyPairSync } from 'node:crypto';
import { readLogKey, type Signed, Witness } from '../../../scripts/witness/witness.js';
import type { Sql } from '../../../shared/db/database.js';
import { verifierKey } from '../../../shared/log/note.js';
import { loadConsistency, loadHead } from '../../../shared/log/proofs.js';
import { testKeys } from '../processes/keys.js';

type Answer = ReturnType<Witness['addCheckpoint']>;

/** A witness of the log with this origin, which is sent the newest head with the proof from size `old`. */
export function startTestWitness(db: Sql, origin: string): (old: number) => Promise<Answer> {
  const memory = new Map<string, Signed>();
  const witness = new Witness(
    'witness.test',
    generateKeyPairSync('ed25519').privateKey,
    [readLogKey(verifierKey(origin, testKeys.evidenceKeys.current))],
    { read: (of) => memory.get(of), write: (of, signed) => void memory.set(of, signed) },
  );
  return async (old) => {
    const head = await loadHead(db);
    const proof = await loadConsistency(db, old, head?.size ?? 0);
    const lines = proof.map((hash) => `${hash.toString('base64')}\n`).join('');
    return witness.addCheckpoint(`old ${old}\n${lines}\n${head?.note}`);
  };
}
