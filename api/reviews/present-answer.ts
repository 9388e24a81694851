import { maskWithin } from '../../shared/domain/mask.js';

/** A person reads the words; a photograph in base64 or a whole web page only buries them. */
const LONGEST_STRING = 1_000;
const LONGEST_TEXT = 20_000;

/**
 * The provider's answer as support may see it: JSON as data, anything else as text, the subject masked wherever it
 * stands, and very long strings cut with their length said.
 */
export function presentAnswer(answer: string, subject: string): unknown {
  try {
    return shorten(maskWithin(parse(answer), subject), LONGEST_STRING);
  } catch (error) {
    // Masking recurses as deep as the data, and a broken provider may nest without end.
    if (error instanceof RangeError) return '(nested too deeply to be shown)';
    return shorten(maskWithin(answer, subject), LONGEST_TEXT);
  }
}

/** Throws SyntaxError for anything but JSON. */
function parse(answer: string): unknown {
  return JSON.parse(answer);
}

function shorten(value: unknown, longest: number): unknown {
  if (typeof value === 'string') {
    return value.length <= longest ? value : `${value.slice(0, longest)}… (${value.length} characters)`;
  }
  if (Array.isArray(value)) return value.map((item) => shorten(item, longest));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shorten(item, longest)]));
}
