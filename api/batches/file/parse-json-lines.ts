import { findJsonFlaw } from '../../http/inspect-json.js';
import { refuseFile, type Table, tooManyRows } from './table.js';

/** Reads JSON Lines: one object a line, in the members of a request. */
export function parseJsonLines(text: string, mostRows: number): Table {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return refuseFile('The file has no rows.');
  return lines.length > mostRows ? tooManyRows(mostRows) : { kind: 'objects', rows: lines.map(parseLine) };
}

/** A line is held to what the body of a single request is held to: of two subjects in it none is chosen. */
function parseLine(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && findJsonFlaw(line) === undefined ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
