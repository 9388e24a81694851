import { findJsonFlaw } from '../../../shared/domain/inspect-json.js';
import { isObject } from '../../../shared/domain/is-object.js';
import { BODY_LIMIT_BYTES } from '../../http/read-body.js';
import { refuseFile, type Table, tooManyRows } from './table.js';

/**
 * Finds the lines of JSON Lines that hold one object, with the members of a request. They are returned as text, because
 * what a line of brackets becomes takes many times its memory.
 */
export function parseJsonLines(text: string, maxRows: number): Table {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return refuseFile('The file has no rows.');
  return lines.length > maxRows
    ? tooManyRows(maxRows)
    : { kind: 'objects', rows: lines.map((line) => (isRow(line) ? line : null)) };
}

/** A line follows the rules of a single request's body: of two subjects in it, neither is chosen. */
function isRow(line: string): boolean {
  if (Buffer.byteLength(line) > BODY_LIMIT_BYTES) return false;
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) && findJsonFlaw(line) === undefined;
  } catch {
    return false;
  }
}
