/** A synthetic identity number that no person holds: born 1 January 2000, with A = 7. */
export function syntheticIdentity(index: number): string {
  const body = `000101${String(index).padStart(4, '0')}07`;
  return body + luhnDigit(body);
}

function luhnDigit(body: string): string {
  const sum = [...body].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}
