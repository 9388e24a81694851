import { columnNumber } from './cell-references.js';
import type { Cell } from './table.js';

const MERGED = /<(?:\w+:)?mergeCell\s[^<>]*?\bref=["']([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})["']/g;

/** In all columns of a sheet: more than any batch has cells in its own. */
const MAX_MARKS = 200_000;

/**
 * Cells that are merged with the one above them: from a column to a column, and from a row to a row, counted from 0.
 */
export interface MergedCells {
  left: number;
  right: number;
  first: number;
  last: number;
}

/** Reads which cells of a sheet are merged with the one above them. */
export function findMergedCells(sheet: string): MergedCells[] {
  return [...sheet.matchAll(MERGED)].map(([, left = '', top, right = '', bottom]) => ({
    left: columnNumber(left) - 1,
    right: columnNumber(right) - 1,
    first: Number(top),
    last: Number(bottom) - 1,
  }));
}

/**
 * Marks these cells, in rows of the same length; returns false if there are more than a batch can have. Only the first
 * of merged cells has the text that a person sees beside all those rows; the library finds none in the others, and they
 * would get what the form says instead.
 */
export function markMergedCells(rows: readonly Cell[][], merged: readonly MergedCells[]): boolean {
  const width = rows[0]?.length ?? 0;
  let marked = 0;
  for (const { left, right, first, last } of merged) {
    const end = Math.min(right + 1, width);
    // Before the rows are gone through: a file may have any number of ranges beside its cells.
    if (left >= end) continue;
    for (const row of rows.slice(first, last + 1)) {
      marked += end - left;
      if (marked > MAX_MARKS) return false;
      row.fill({ merged: true }, left, end);
    }
  }
  return true;
}

/** Whether a cell is merged with the one above it. */
export function isMerged(cell: Cell): boolean {
  return typeof cell === 'object' && 'merged' in cell;
}
