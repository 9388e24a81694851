/** With blanks between thousands, as the portal prints numbers: a comma or a point may also begin a fraction. */
const WHOLE = /^(?:\d{1,10}|\d{1,3}(?:\s\d{3}){1,3})$/;

/** Whether this is a whole number, or nothing. */
export function isWholeOrEmpty(typed: string): boolean {
  return typed.trim() === '' || WHOLE.test(typed.trim());
}

/** The number that was typed or pasted; null if nothing was. */
export function wholeOrNull(typed: string): number | null {
  const digits = typed.replace(/\s/g, '');
  return digits === '' ? null : Number(digits);
}

/**
 * A number of credits to add, or with a minus to take, also the typographic one that people paste; 0 if this is none.
 */
export function amountOf(typed: string): number {
  const [, sign = '', digits = ''] = /^([+\-−]?)\s?(.+)$/s.exec(typed.trim()) ?? [];
  const amount = isWholeOrEmpty(digits) ? Number(wholeOrNull(digits)) : 0;
  return sign === '-' || sign === '−' ? 0 - amount : amount;
}
