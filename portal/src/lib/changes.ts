import { isObject } from '../../../shared/domain/is-object.js';

/**
 * The members of `after` that differ from those of `before`, at any depth. A form sends these alone: what its user did
 * not touch may have been changed by a colleague since it was shown, and would be set back.
 */
export function changesOf<Values extends object>(before: Values, after: Values): Partial<Values> {
  const changed = (Object.keys(after) as (keyof Values)[]).flatMap((name) => {
    const [was, is] = [before[name], after[name]];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    return [[name, isObject(was) && isObject(is) ? changesOf(was, is) : is]];
  });
  return Object.fromEntries(changed) as Partial<Values>;
}
