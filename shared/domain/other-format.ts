// Exports of other systems that are called .xls are often web pages; a control character begins what is compressed.
const OTHER_FORMAT = /^\s*(?:<[!?a-z]|%PDF-|[^\P{Cc}\s])/iu;
const JSON_ARRAY = /^\s*\[\s*[[{\]]/;

/**
 * What is wrong with a batch file that is neither CSV nor JSON Lines, and what to do; undefined if it may be either.
 */
export function findOtherFormat(text: string): string | undefined {
  if (OTHER_FORMAT.test(text)) {
    return 'The file is a web page, a PDF, compressed, or in another format, whatever its name says. Open it in a spreadsheet program, and save it as XLSX or CSV.';
  }
  if (JSON_ARRAY.test(text)) {
    return 'The file is a JSON array. JSON Lines has one object per line, without the brackets around them and the commas between them.';
  }
  return undefined;
}
