import type { InputType } from '../../../../shared/domain/services.js';

/**
 * Shows a subject in the groups in which documents print it, while it is typed: `000101 0000 071`, `2000/000001/07`.
 * Only the look changes: the rules of the API take the groups away again.
 */
export function groupAsTyped(types: readonly InputType[], typed: string): string {
  const [type] = types;
  if (type === 'vehicle_registration_number' || type === 'refugee_file_number') return typed.toUpperCase();
  if (type === 'sa_id_number' && !typed.includes('/')) return inGroups(typed, [6, 4, 3], ' ');
  if (type === 'company_registration_number') return inGroups(typed, [4, 6, 2], '/');
  return typed;
}

/** Leaves alone what is not of digits and separators, because it will be refused as it stands. */
function inGroups(typed: string, sizes: readonly number[], separator: string): string {
  if (!/^[\d\s/-]*$/.test(typed)) return typed;
  const digits = typed.replace(/\D/g, '');
  const most = sizes.reduce((sum, size) => sum + size, 0);
  if (digits.length > most) return typed;
  const groups: string[] = [];
  let start = 0;
  for (const size of sizes) {
    if (start < digits.length) groups.push(digits.slice(start, start + size));
    start += size;
  }
  return groups.join(separator);
}

/** Where the caret belongs after grouping: behind as many characters that count as before. */
export function caretAfterGrouping(before: string, caret: number, after: string): number {
  const counting = before.slice(0, caret).replace(/[\s/]/g, '').length;
  let seen = 0;
  for (let position = 0; position < after.length; position += 1) {
    if (seen === counting) return position;
    if (!/[\s/]/.test(after.charAt(position))) seen += 1;
  }
  return after.length;
}
