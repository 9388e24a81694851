import type { Sql } from '../db/database.js';
import type { LogTile } from '../db/entities/log.entity.js';
import type { RowOf } from '../db/row-of.js';
import { hashesOf, leafHash, type ReadTile, type TileAddress, widthIn } from './merkle.js';

/** A tile as it is stored: entries on level 0, from which hashes are computed, and hashes on the levels above. */
export type TileRow = RowOf<LogTile, 'level' | 'tile_no' | 'data'>;

/** Reads the stored tiles among these addresses. */
export async function loadTiles(sql: Sql, addresses: readonly TileAddress[]): Promise<TileRow[]> {
  if (addresses.length === 0) return [];
  return sql.query<TileRow>(
    `SELECT t.level, t.tile_no, t.data FROM log_tiles t
     JOIN unnest($1::smallint[], $2::integer[]) AS wanted (level, tile_no) USING (level, tile_no)`,
    [addresses.map(({ level }) => level), addresses.map(({ no }) => no)],
  );
}

/** Provides the hashes of a tree of `size` from tiles that may have grown since. */
export function tileReader(rows: readonly TileRow[], size: number): ReadTile {
  const tiles = new Map(rows.map((row) => [`${row.level}/${row.tile_no}`, tileHashes(row)]));
  return (address) => {
    const hashes = tiles.get(`${address.level}/${address.no}`);
    const width = widthIn(size, address);
    if (hashes === undefined || hashes.length < width) {
      throw new Error(`The log lacks hashes of tile ${address.level}/${address.no}`);
    }
    return hashes.slice(0, width);
  };
}

function tileHashes({ level, data }: TileRow): Buffer[] {
  return level === 0 ? hashesOf(data).map(leafHash) : hashesOf(data);
}
