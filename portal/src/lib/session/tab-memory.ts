import { notifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import type { Account } from './account.js';

const all = new Set<TabMemory<unknown>>();
let owner: string | undefined;

/**
 * Keeps what was typed but not sent beyond the end of a session (contract 11). It is in the memory of this tab only,
 * never in storage, and belongs to one person in one mode: nobody else who signs in here sees it, and what was begun in
 * test mode, consents included, is not finished among live data.
 */
export class TabMemory<Value> {
  readonly #kept = new Map<string, Value>();

  /** `isUnsent` says which values somebody would miss; without it none. */
  constructor(private readonly isUnsent: (value: Value) => boolean = () => false) {
    all.add(this as TabMemory<unknown>);
  }

  /** Whether it holds something that was typed and not sent. */
  get hasUnsent(): boolean {
    return [...this.#kept.values()].some((value) => this.isUnsent(value));
  }

  get(name: string): Value | undefined {
    return this.#kept.get(name);
  }

  set(name: string, value: Value): void {
    this.#kept.set(name, value);
  }

  delete(name: string): void {
    this.#kept.delete(name);
  }

  clear(): void {
    this.#kept.clear();
  }
}

/** Whether anything that was typed and not sent would be lost with the page. */
export function hasDrafts(): boolean {
  return [...all].some((memory) => memory.hasUnsent);
}

/** Forgets everything, for example at sign-out: also what is told in a corner of the page until somebody closes it. */
export function forgetTabMemory(): void {
  for (const memory of all) memory.clear();
  notifications.clean();
}

/** Whom this tab shows, and in which mode, once somebody is signed in. */
export function tabOwner(): string | undefined {
  return owner;
}

export function ownerFor({ user_id, mode }: Pick<Account, 'user_id' | 'mode'>): string {
  return `${user_id} ${mode}`;
}

/** Whether a page made for one of them serves the other: the same person, in the same mode, who may do the same. */
export function isServedAlike(one: Account, other: Account): boolean {
  return (
    ownerFor(one) === ownerFor(other) &&
    one.role === other.role &&
    one.must_change_password === other.must_change_password
  );
}

/** Sets who is signed in, and in which mode: what another person, or the same in the other mode, typed is forgotten. */
export function ownTabMemory(account: Pick<Account, 'user_id' | 'mode'>): void {
  const next = ownerFor(account);
  if (owner !== next) forgetTabMemory();
  owner = next;
}

/** A state kept in a memory under a name; `initial` is used the first time. */
export function useKept<Value>(
  memory: TabMemory<Value>,
  name: string,
  initial: Value,
): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => memory.get(name) ?? initial);
  useEffect(() => memory.set(name, value), [memory, name, value]);
  return [value, setValue];
}
