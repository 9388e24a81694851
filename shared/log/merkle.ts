import { createHash } from 'node:crypto';

/** Bytes of a hash, and of an entry of our log. */
export const HASH_BYTES = 32;
/** Hashes in a full tile (C2SP tlog-tiles). */
export const TILE_WIDTH = 256;
const TILE_HEIGHT = 8;

const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);

/** The hash of an entry (RFC 6962, 2.1). */
export function leafHash(entry: Buffer): Buffer {
  return createHash('sha256').update(LEAF).update(entry).digest();
}

/** The hash over two subtrees (RFC 6962, 2.1). */
export function nodeHash(left: Buffer, right: Buffer): Buffer {
  return createHash('sha256').update(NODE).update(left).update(right).digest();
}

/** The root of the empty tree. */
export const EMPTY_ROOT: Buffer = createHash('sha256').digest();

/** The hash over a power of two of neighbouring hashes. */
export function perfectRoot(hashes: readonly Buffer[]): Buffer {
  let row = [...hashes];
  while (row.length > 1) {
    const above: Buffer[] = [];
    for (let place = 0; place < row.length; place += 2)
      above.push(nodeHash(at(row, place), at(row, place + 1)));
    row = above;
  }
  return at(row, 0);
}

function at(row: readonly Buffer[], place: number): Buffer {
  const hash = row[place];
  if (hash === undefined) throw new Error('Bug: a perfect tree with a hash missing');
  return hash;
}

/** Splits bytes into hashes. */
export function hashesOf(data: Buffer): Buffer[] {
  return Array.from({ length: data.length / HASH_BYTES }, (_item, place) =>
    data.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES),
  );
}

/** The position of a tile. Level 0 has the hashes of the entries. */
export interface TileAddress {
  level: number;
  no: number;
}

/** How many hashes of a tree of `size` are in a tile. */
export function widthIn(size: number, { level, no }: TileAddress): number {
  const hashes = Math.floor(size / TILE_WIDTH ** level) - no * TILE_WIDTH;
  return Math.max(0, Math.min(TILE_WIDTH, hashes));
}

/** The tiles of a tree of `size` needed for proofs about these entries, or about trees that end before them. */
export function tilesFor(size: number, indexes: readonly number[]): TileAddress[] {
  const wanted = new Map<string, TileAddress>();
  for (let level = 0; TILE_WIDTH ** level <= size; level += 1) {
    for (const index of [...indexes, size - 1, size]) {
      const no = Math.floor(index / TILE_WIDTH ** (level + 1));
      if (no >= 0 && widthIn(size, { level, no }) > 0) wanted.set(`${level}/${no}`, { level, no });
    }
  }
  return [...wanted.values()];
}

/** Returns the hashes of a tile. */
export type ReadTile = (address: TileAddress) => readonly Buffer[];

/**
 * The hash of entries `start` to `end`, exclusive; `start` is a multiple of the largest power of two within the range.
 */
export function rangeHash(readTile: ReadTile, start: number, end: number): Buffer {
  if (start === end) return EMPTY_ROOT;
  const length = end - start;
  const split = largestPowerBelow(length);
  if (split !== length && length !== 1) {
    return nodeHash(rangeHash(readTile, start, start + split), rangeHash(readTile, start + split, end));
  }
  const height = Math.log2(length);
  const level = Math.floor(height / TILE_HEIGHT);
  const count = 2 ** (height % TILE_HEIGHT);
  const first = start / TILE_WIDTH ** level;
  const place = first % TILE_WIDTH;
  const hashes = readTile({ level, no: Math.floor(first / TILE_WIDTH) }).slice(place, place + count);
  return perfectRoot(hashes);
}

/** The greatest power of two that is no greater than a number. */
function largestPowerBelow(number: number): number {
  return 2 ** Math.floor(Math.log2(number));
}

/** Where a tree of so many entries is split (RFC 6962, 2.1): the greatest power of two less than that. */
function splitOf(count: number): number {
  return largestPowerBelow(count - 1);
}

/** The hashes that prove that the entry `index` is in the tree of `size` (RFC 6962, 2.1.1), from the leaf up. */
export function inclusionProof(readTile: ReadTile, index: number, size: number): Buffer[] {
  const path = (start: number, end: number): Buffer[] => {
    if (end - start === 1) return [];
    const middle = start + splitOf(end - start);
    return index < middle
      ? [...path(start, middle), rangeHash(readTile, middle, end)]
      : [...path(middle, end), rangeHash(readTile, start, middle)];
  };
  return path(0, size);
}

/** The hashes that prove that the tree of `size` begins with the tree of `old` (RFC 6962, 2.1.2). */
export function consistencyProof(readTile: ReadTile, old: number, size: number): Buffer[] {
  if (old === 0 || old === size) return [];
  const path = (start: number, end: number, known: boolean): Buffer[] => {
    if (end === old) return known ? [] : [rangeHash(readTile, start, end)];
    const middle = start + splitOf(end - start);
    return old <= middle
      ? [...path(start, middle, known), rangeHash(readTile, middle, end)]
      : [...path(middle, end, false), rangeHash(readTile, start, middle)];
  };
  return path(0, size, true);
}
