import { createHash } from 'node:crypto';
import type { Signed } from '../../../scripts/witness/witness.js';
import { readCheckpoint } from '../../../shared/log/note.js';
import { loadConsistency, loadHead } from '../../../shared/log/proofs.js';
import type { TestApi } from '../processes/app.js';
import { readFile, type Shown, witnessAt } from './shown.js';

const sha256 = (...parts: readonly Uint8Array[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

function hashesIn(tile: Uint8Array): Buffer[] {
  return Array.from({ length: tile.length / 32 }, (_item, place) =>
    Buffer.from(tile.subarray(place * 32, place * 32 + 32)),
  );
}

/** The entries of a bundle, each preceded by its length (C2SP tlog-tiles). */
function entriesIn(bundle: Uint8Array): Buffer[] {
  const bytes = Buffer.from(bundle);
  const entries: Buffer[] = [];
  for (let at = 0; at + 2 <= bytes.length; ) {
    const end = at + 2 + bytes.readUInt16BE(at);
    if (end > bytes.length) return [];
    entries.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return entries;
}

/** The root over leaf hashes (RFC 9162, 2.1.1), computed independently, as a reader of the tiles would. */
function rootOver(leaves: readonly Buffer[]): Buffer {
  const [first = Buffer.alloc(0)] = leaves;
  if (leaves.length <= 1) return first;
  const left = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  return sha256(Buffer.of(1), rootOver(leaves.slice(0, left)), rootOver(leaves.slice(left)));
}

/** What witnesses and readers of the log receive: a checkpoint, one that extends it, and tiles. */
export async function filesOfTheLog(api: TestApi): Promise<Shown[]> {
  const head = (await loadHead(api.db)) ?? { size: 0, note: '' };
  const { size, root } = readCheckpoint(head.note);
  const half = Math.floor(size / 2);
  const tile = await readFile(api.url, '', `/log/tile/0/000.p/${size}`);
  const entries = await readFile(api.url, '', `/log/tile/entries/000.p/${size}`);
  const before = { size: half, root: rootOver(hashesIn(tile).slice(0, half)).toString('base64') };
  const proof = await loadConsistency(api.db, half, size);
  const lines = proof.map((hash) => `${hash.toString('base64')}\n`).join('');
  const ask = (name: string, signed: Signed | undefined, request: string): Shown => ({
    name,
    bytes: Buffer.from(request),
    isBelieved: async (changed) =>
      witnessAt(signed).addCheckpoint(Buffer.from(changed).toString()).status === 200,
  });
  return [
    ask('checkpoint', undefined, `old 0\n\n${head.note}`),
    ask('checkpoint that continues', before, `old ${half}\n${lines}\n${head.note}`),
    { name: 'tile', bytes: tile, isBelieved: async (changed) => rootOver(hashesIn(changed)).equals(root) },
    {
      name: 'entries',
      bytes: entries,
      isBelieved: async (changed) => {
        const leaves = entriesIn(changed).map((entry) => sha256(Buffer.of(0), entry));
        return rootOver(leaves).equals(root);
      },
    },
  ];
}
