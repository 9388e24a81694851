/**
 * Addresses of a trace as wide as a PDF report shows them, some 64 000 characters: most have to be named by their code points,
 * which makes seven of one, in the fonts that take the longest.
 */
export function wideDetails(): Record<string, unknown> {
  const text = '\u05d0'.repeat(200);
  const addresses = Array.from({ length: 50 }, () => ({
    line: text,
    suburb: text,
    city: text,
    province: text,
    postal_code: text,
    last_seen: '2026-01-01',
  }));
  return { addresses };
}
