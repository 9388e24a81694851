import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { hasDrafts, TabMemory } from './tab-memory.js';

/** Something on the page that the user would lose. */
interface Open {
  value: () => unknown;
  changed: () => boolean;
}

/** By name: what was open when the session ended. Unlike a draft it does not outlast leaving the page. */
const UNSENT = new TabMemory<unknown>(() => true);
const open = new Map<string, Open>();

/** Keeps what is open now for the same person, because its page is about to go. */
export function keepUnsent(): void {
  for (const [name, { value, changed }] of open) if (changed()) UNSENT.set(name, value());
}

/** Whether a reload would lose something: a draft, a changed form or an open dialog. */
export function hasUnsent(): boolean {
  return hasDrafts() || [...open.values()].some(({ changed }) => changed());
}

/** What was open under a name when the session ended; each name stands for one kind of value. */
export function unsentOf<Value>(name: string): Value | undefined {
  return UNSENT.get(name) as Value | undefined;
}

/** Has something kept if the session ends while the caller is shown. Never use this for a secret. */
export function useUnsentEntry(name: string, entry: Open): void {
  const latest = useRef(entry);
  latest.current = entry;
  useEffect(() => {
    UNSENT.delete(name);
    open.set(name, { value: () => latest.current.value(), changed: () => latest.current.changed() });
    return () => void open.delete(name);
  }, [name]);
}

/**
 * A state that is found again after the session ended and the same person signed in again, such as which dialog is
 * open.
 */
export function useUnsent<Value>(name: string, initial: Value): [Value, Dispatch<SetStateAction<Value>>] {
  const [value, setValue] = useState(() => unsentOf<Value>(name) ?? initial);
  useUnsentEntry(name, { value: () => value, changed: () => value !== initial });
  return [value, setValue];
}
