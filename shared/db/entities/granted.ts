/** What a role can be granted on a table besides reading it. */
export type WritePrivilege = 'INSERT' | 'UPDATE' | 'DELETE';

const privileges = new WeakMap<object, readonly WritePrivilege[]>();

/**
 * States what the processes' role may do with the rows of an entity besides reading them. `npm run migrate` grants
 * exactly that, and refuses to run while an entity states nothing.
 */
export function Granted(...granted: readonly WritePrivilege[]): ClassDecorator {
  return (entity) => {
    privileges.set(entity, granted);
  };
}

/** Returns what is stated for an entity. Throws if nothing is. */
export function privilegesOn(entity: { name: string }): readonly WritePrivilege[] {
  const granted = privileges.get(entity);
  if (granted === undefined)
    throw new Error(`Bug: ${entity.name} does not state who may write it (@Granted)`);
  return granted;
}
