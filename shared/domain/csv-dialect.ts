const DELIMITERS = [',', ';', '\t', '|'] as const;

/**
 * What may end a line of a CSV file, the longest first. They are named because a parser that guesses takes the first
 * one for all, and a file that several programs have written to has more than one.
 */
export const LINE_ENDINGS = ['\r\n', '\n', '\r'];

/**
 * Finds the column delimiter of a CSV file: the one a spreadsheet declared in an extra first line, otherwise the one
 * most frequent in the header.
 */
export function findDelimiter(text: string): { delimiter: string; body: string } {
  const said = /^sep=([,;\t|])(?:\r\n?|\n)/.exec(text);
  if (said !== null) return { delimiter: said[1] ?? ',', body: text.slice(said[0].length) };
  const header = /[^\r\n]+/.exec(text)?.[0].replace(/"[^"]*"/g, '') ?? '';
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  return { delimiter: DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',', body: text };
}
