import countries from 'i18n-iso-countries/index.js';

/**
 * The two-letter codes of ISO 3166-1. The library also lists XK, which is in common use for Kosovo but not assigned.
 */
export const COUNTRY_CODES: readonly string[] = Object.keys(countries.getAlpha2Codes()).filter(
  (code) => code !== 'XK',
);
