/**
 * Addresses of a trace at the maximum width a PDF report shows, about 64 000 characters: most are replaced by their
 * code points, seven characters each, in the fonts that take longest.
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
