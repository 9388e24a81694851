import { columnNumber } from './cell-references.js';
import type { Cell } from './table.js';

const MERGED = /<(?:\w+:)?mergeCell\s[^<>]*?\bref=["']([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})["']/g;

/** More than any batch has: the rows of a file that merges more are faulty, or too many, anyway. */
const MOST_MARKS = 200_000;

/** Cells that are merged with the one above them: from a column to a column, and from a row to a row, counted from 0. */
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
 * Marks these cells. Only the first of merged cells has the text that a person sees beside all those rows; the library
 * finds none in the others, and they would get what the form says instead.
 */
export function markMergedCells(rows: readonly Cell[][], merged: readonly MergedCells[]): void {
  let left = MOST_MARKS;
  for (const { left: from, right, first, last } of merged) {
    for (const row of rows.slice(first, last + 1)) {
      for (let column = from; column <= Math.min(right, row.length - 1) && left > 0; column += 1) {
        row[column] = { merged: true };
        left -= 1;
      }
    }
    if (left === 0) return;
  }
}

/** Whether a cell is merged with the one above it. */
export function isMerged(cell: Cell): boolean {
  return typeof cell === 'object' && 'merged' in cell;
}
