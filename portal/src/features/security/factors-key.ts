/** Under which the portal keeps the second factors of the account. */
export const FACTORS_KEY = ['/me/second-factor'];
