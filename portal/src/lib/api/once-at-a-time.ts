const underWay = new Map<string, Promise<unknown>>();

/**
 * Has a write that is already on its way, and is sent again, share its answer: a key pressed twice is faster than the
 * button that shows it is busy, and a second new secret would end the first.
 */
export function onceAtATime<T>(name: string, write: () => Promise<T>): Promise<T> {
  const begun = underWay.get(name) as Promise<T> | undefined;
  if (begun !== undefined) return begun;
  const answer = write().finally(() => underWay.delete(name));
  underWay.set(name, answer);
  return answer;
}
