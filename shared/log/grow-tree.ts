import { hashesOf, leafHash, perfectRoot, TILE_WIDTH, type TileAddress } from './merkle.js';
import type { TileRow } from './tiles.js';

/** The tiles at the right edge of a tree of `size`, to which the next entries are added. */
export function edgeOf(size: number): TileAddress[] {
  const edge: TileAddress[] = [];
  for (let level = 0; level === 0 || TILE_WIDTH ** level <= size; level += 1) {
    edge.push({ level, no: Math.floor(size / TILE_WIDTH ** (level + 1)) });
  }
  return edge;
}

/**
 * Appends entries to a tree of `size`, whose incomplete tiles are in `edge`. Returns every tile that is new or has
 * grown. The hash of a tile that became full goes to the level above.
 */
export function growTree(edge: readonly TileRow[], size: number, entries: readonly Buffer[]): TileRow[] {
  const grown: TileRow[] = [];
  let additions = [...entries];
  let before = size;
  for (let level = 0; additions.length > 0; level += 1) {
    const { tiles, whole } = fill(edge, { level, before, additions });
    grown.push(...tiles);
    before = Math.floor(before / TILE_WIDTH);
    additions = whole;
  }
  return grown;
}

/** Fills the tiles of one level; `whole` are the hashes of those that became full, for the level above. */
function fill(
  edge: readonly TileRow[],
  { level, before, additions }: { level: number; before: number; additions: readonly Buffer[] },
): { tiles: TileRow[]; whole: Buffer[] } {
  const tiles: TileRow[] = [];
  const whole: Buffer[] = [];
  let no = Math.floor(before / TILE_WIDTH);
  let taken = 0;
  let present = startOf(edge, level, no, before % TILE_WIDTH);
  while (taken < additions.length) {
    const more = additions.slice(taken, taken + TILE_WIDTH - present.length);
    taken += more.length;
    const row = { level, tile_no: no, data: Buffer.concat([...present, ...more]) };
    tiles.push(row);
    if (present.length + more.length === TILE_WIDTH) whole.push(rootOf(row));
    present = [];
    no += 1;
  }
  return { tiles, whole };
}

function startOf(edge: readonly TileRow[], level: number, no: number, width: number): Buffer[] {
  if (width === 0) return [];
  const row = edge.find((tile) => tile.level === level && tile.tile_no === no);
  const hashes = row === undefined ? [] : hashesOf(row.data);
  if (hashes.length !== width) throw new Error(`The log has no tile ${level}/${no} of ${width}`);
  return hashes;
}

function rootOf({ level, data }: TileRow): Buffer {
  const hashes = hashesOf(data);
  return perfectRoot(level === 0 ? hashes.map(leafHash) : hashes);
}
