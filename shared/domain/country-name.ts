const NAMES = new Intl.DisplayNames('en', { type: 'region' });

/** The English name of a country (Unicode CLDR) by its two-letter code, or the code if it has none. */
export function countryName(code: string): string {
  return NAMES.of(code) ?? code;
}
