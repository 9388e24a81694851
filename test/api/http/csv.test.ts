import { expect } from 'chai';
import { csvRows } from '../../../api/http/csv.js';

const rowOf = (...cells: (string | number | null)[]): string => {
  const columns = Object.fromEntries(cells.map((cell, index) => [String(index), () => cell]));
  return csvRows({ name: 'cells', columns }, [null]);
};

/**
 * The cells of a row as a spreadsheet splits it whose list separator is a semicolon: a quote counts at the start of a
 * cell only.
 */
const splitAtSemicolons = (row: string): string[] =>
  [...row.trimEnd().matchAll(/(?:^|;)\s*("(?:[^"]|"")*"[^;]*|[^;]*)/g)].map(([, cell = '']) =>
    cell.replace(/^"+/, '').trim(),
  );

describe('csvRows', () => {
  for (const text of [
    'case 1;=HYPERLINK("https://example.test","open")',
    'case 1; =1+1',
    'case 1;"=1+1"',
    'case 1, part 2;@SUM(A1)',
    'one;+1;-1;=1',
    'wide;\uff1d1+1',
  ]) {
    it(`writes no formula for a reader that splits rows at semicolons: ${text}`, () => {
      const cells = splitAtSemicolons(rowOf('ver_1', text, 5, null));
      expect(cells.length).to.be.above(1);
      for (const cell of cells) expect(cell).not.to.match(/^[=+\-@\uff1d\uff0b\uff0d\uff20]/);
    });
  }

  it('leaves other semicolons, and numbers, as they are', () => {
    expect(rowOf('first; second;third', 'a = b; c', -5)).to.equal('first; second;third,a = b; c,-5\r\n');
  });
});
