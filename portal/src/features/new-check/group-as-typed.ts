import type { InputType } from '../../../../shared/domain/input-type.js';

/**
 * Shows a subject in the groups documents print it in, while it is typed: `000101 0000 071`, `2000/000001/07`. Only the
 * display changes: the API's rules remove the groups again. The formatted text starts with the formatted form of each
 * of its prefixes, from which `reshape` finds the caret.
 */
export function groupAsTyped(types: readonly InputType[], typed: string): string {
  const [type] = types;
  if (type === 'vehicle_registration_number' || type === 'refugee_file_number') return typed.toUpperCase();
  if (type === 'sa_id_number' && !typed.includes('/')) return inGroups(typed, [6, 4, 3], ' ');
  if (type === 'company_registration_number') return inGroups(typed, [4, 6, 2], '/');
  return typed;
}

/** Leaves anything but digits and separators alone, because it will be refused as it is. */
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
  const grouped = groups.join(separator);
  return endsGroup(typed, digits.length, sizes) ? grouped + separator : grouped;
}

/** Whether a separator was typed after a full group other than the last: it stays, so that nobody types it twice. */
function endsGroup(typed: string, digits: number, sizes: readonly number[]): boolean {
  let end = 0;
  const ends = sizes.slice(0, -1).map((size) => {
    end += size;
    return end;
  });
  return /\D$/.test(typed) && ends.includes(digits);
}
