import type { ServiceCode } from '../../../../shared/services/index.js';
import { readCodes, writeCodes } from '../../lib/stored-codes.js';

export const FAVOURITES = 'favourite-checks';
export const LAST_USED = 'last-used-checks';

const REMEMBERED = 3;

/** Remembers which check was made, and nothing about its subject. */
export function rememberUse(code: ServiceCode): void {
  const others = readCodes(LAST_USED).filter((known) => known !== code);
  writeCodes(LAST_USED, [code, ...others].slice(0, REMEMBERED));
}
