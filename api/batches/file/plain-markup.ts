/** To the end where one is never closed, so that nothing is searched twice. */
const COMMENT_OR_CDATA = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/g;

/**
 * Takes comments out of XML, and makes ordinary text of CDATA sections. The library skips both, and of a text around a
 * comment keeps the last part only: a name or number would lose characters without a word.
 */
export function plainMarkup(xml: string): string {
  return xml.replace(COMMENT_OR_CDATA, (_, text = '') => escaped(text));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
