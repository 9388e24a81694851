const DELIMITERS = [',', ';', '\t', '|'] as const;

/** By what a CSV file separates its columns: spreadsheets may say it in a first line of its own; else it is what the header has most of. */
export function findDelimiter(text: string): { delimiter: string; body: string } {
  const said = /^sep=([,;\t|])\r?\n/.exec(text);
  if (said !== null) return { delimiter: said[1] ?? ',', body: text.slice(said[0].length) };
  const header = /[^\r\n]+/.exec(text)?.[0].replace(/"[^"]*"/g, '') ?? '';
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  return { delimiter: DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',', body: text };
}
