/** Number of identities per day of birth. */
const A_DAY = 10_000;
/** Number of identities per month of birth. */
export const IDENTITIES = 31 * A_DAY;

/**
 * Returns a synthetic identity number that no person holds: born in January 2000, with A = 7. There are IDENTITIES of
 * them, numbered from 0.
 */
export function syntheticIdentity(index: number): string {
  const day = String(1 + Math.floor(index / A_DAY)).padStart(2, '0');
  const body = `0001${day}${String(index % A_DAY).padStart(4, '0')}07`;
  return body + luhnDigit(body);
}

function luhnDigit(body: string): string {
  const sum = [...body].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}
