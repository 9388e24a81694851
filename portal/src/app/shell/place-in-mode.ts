import { useCallback } from 'react';
import type { Mode } from '../../../../shared/domain/mode.js';
import type { Role } from '../../../../shared/domain/roles.js';
import { useAccount } from '../../lib/session/session.js';
import { navigationOf } from './navigation.js';

/**
 * The address to go on at in another mode: the same page with its filters or, as a record belongs to one mode, the list
 * that it is in; the start page where that mode has neither.
 */
export function placeInMode(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  role: Role,
  mode: Mode,
): string {
  const pages: string[] = ['/account', ...navigationOf(role, mode).map(({ to }) => to)];
  if (pages.includes(pathname)) return `${pathname}${search}`;
  const list = `/${pathname.split('/')[1]}`;
  return pages.includes(list) ? list : '/';
}

/** Where this tab goes on in a mode, with the role of whoever is signed in. */
export function usePlaceInMode(): (mode: Mode) => string {
  const { role } = useAccount();
  return useCallback((mode: Mode) => placeInMode(window.location, role, mode), [role]);
}
