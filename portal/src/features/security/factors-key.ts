/** The cache key of the account's second factors. */
export const FACTORS_KEY = ['/me/second-factor'];
