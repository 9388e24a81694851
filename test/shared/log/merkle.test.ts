import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { growTree } from '../../../shared/log/grow-tree.js';
import {
  consistencyProof,
  inclusionProof,
  type ReadTile,
  rangeHash,
  tilesFor,
  widthIn,
} from '../../../shared/log/merkle.js';
import { type TileRow, tileReader } from '../../../shared/log/tiles.js';

/**
 * Generated once by tools/log/vectors.go with golang.org/x/mod/sumdb/tlog: roots and proofs of trees of these entries.
 */
const RECORDED = {
  upTo: 130,
  large: 66_000,
  digest: 'e7af1f391480386141aaad52dfe6d4728387ecbba3117df9be8f6831d0d0775e',
};

const entryAt = (index: number) => createHash('sha256').update(String(index)).digest();

describe('the Merkle tree of the log', function () {
  this.timeout(180_000);

  it('has the roots and proofs of the reference implementation in Go', () => {
    const { upTo, large, digest } = RECORDED;
    const tiles = growTree(
      [],
      0,
      Array.from({ length: large }, (_item, index) => entryAt(index)),
    );
    const readAll = tileReader(tiles, large);
    const hash = createHash('sha256');
    const addAll = (size: number, step: number) => {
      hash.update(rangeHash(readerOf(readAll, size, []), 0, size));
      for (let at = 0; at < size; at += step) {
        for (const part of inclusionProof(readerOf(readAll, size, [at]), at, size)) hash.update(part);
        if (at === 0) continue;
        for (const part of consistencyProof(readerOf(readAll, size, [at - 1, at]), at, size))
          hash.update(part);
      }
    };
    for (let size = 1; size <= upTo; size += 1) addAll(size, 11);
    for (const size of [256, 257, 65_535, 65_536, 65_537, large]) addAll(size, 4_999);
    expect(hash.digest('hex')).to.equal(digest);
  });

  it('grows to the same tiles in whatever steps', () => {
    const entries = Array.from({ length: 1_200 }, (_item, index) => entryAt(index));
    const whole = growTree([], 0, entries);
    let tiles: TileRow[] = [];
    for (let size = 0, step = 1; size < entries.length; step = (step * 7) % 311) {
      const grown = growTree(tiles, size, entries.slice(size, size + step));
      const isNew = ({ level, tile_no }: TileRow) =>
        grown.some((tile) => tile.level === level && tile.tile_no === tile_no);
      tiles = [...tiles.filter((tile) => !isNew(tile)), ...grown];
      size = Math.min(entries.length, size + step);
    }
    const sorted = (rows: TileRow[]) => [...rows].sort((a, b) => a.level - b.level || a.tile_no - b.tile_no);
    expect(sorted(tiles)).to.deep.equal(sorted(whole));
  });
});

/** Only the tiles that a proof says it needs. */
function readerOf(readAll: ReadTile, size: number, indexes: readonly number[]): ReadTile {
  const wanted = tilesFor(size, indexes);
  return (address) => {
    const { level, no } = address;
    if (!wanted.some((tile) => tile.level === level && tile.no === no)) throw new Error('Not asked for');
    return readAll(address).slice(0, widthIn(size, address));
  };
}
