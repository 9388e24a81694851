import { echoName } from '../../shared/domain/echo-name.js';
import { MAX_UNKNOWN_FIELDS } from '../../shared/domain/faults.js';
import type { NestedProblem, Problem } from './rules.js';

/**
 * Validates every member of an object by the rule of its name, and refuses members of any other name; undefined if none
 * has a problem.
 */
export function validateMembers(
  value: object,
  rules: Readonly<Record<string, (member: unknown) => Problem | undefined>>,
): readonly NestedProblem[] | undefined {
  const known = Object.keys(rules);
  const unknown = Object.keys(value).filter((name) => !known.includes(name));
  const members = new Map<string, unknown>(Object.entries(value));
  const problems = [
    ...known.flatMap((name) => {
      const problem = rules[name]?.(members.get(name));
      return problem === undefined ? [] : [{ at: name, ...problem }];
    }),
    ...unknown.slice(0, MAX_UNKNOWN_FIELDS).map((name) => ({
      at: echoName(name),
      code: 'unknown_field',
      message: `Remove it: there can only be ${known.join(' and ')} here.`,
    })),
  ];
  return problems.length === 0 ? undefined : problems;
}
