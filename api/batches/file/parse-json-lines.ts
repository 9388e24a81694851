import { findJsonFlaw } from '../../http/inspect-json.js';
import { refuseFile, type Table, tooManyRows } from './table.js';

/** Parses JSON Lines: one object per line, with the members of a request. */
export function parseJsonLines(text: string, mostRows: number): Table {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return refuseFile('The file has no rows.');
  return lines.length > mostRows ? tooManyRows(mostRows) : { kind: 'objects', rows: lines.map(parseLine) };
}

/** A line follows the rules of a single request's body: of two subjects in it, neither is chosen. */
function parseLine(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && findJsonFlaw(line) === undefined ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
