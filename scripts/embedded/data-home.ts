import {
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { canEnter, type SystemUser } from './system-user.js';

/** /var/lib first: the system removes old files from /var/tmp one by one, which would break a cluster. */
const FOLDERS_OUTSIDE = ['/var/lib', '/var/tmp'];

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function giveTo(user: SystemUser, folder: string): void {
  if (user) chownSync(folder, user.uid, user.gid);
}

function makeInside(folder: string, user: SystemUser): boolean {
  if (!canEnter(user, dirname(folder))) return false;
  mkdirSync(folder, { mode: 0o700 });
  try {
    giveTo(user, folder);
    return true;
  } catch {
    // Mounts without file ownership (shared folders of virtual machines) cannot hold another user's data.
    rmSync(folder, { recursive: true });
    return false;
  }
}

function makeOutside(user: SystemUser): string {
  for (const parent of FOLDERS_OUTSIDE) {
    if (!canEnter(user, parent)) continue;
    // The random name keeps two copies of the project apart, and nobody can create the folder before us.
    const folder = mkdtempSync(join(parent, 'verification-service-'));
    giveTo(user, folder);
    return folder;
  }
  throw new Error(
    `No folder for the database that its user can access: tried ${FOLDERS_OUTSIDE.join(', ')}.`,
  );
}

/**
 * Makes sure that `user` can work in `folder`. If that user cannot enter the project (in root's home, say), the folder
 * becomes a symbolic link to one outside; whoever removes the data removes both.
 */
export function ensureDataHome(folder: string, user: SystemUser): void {
  mkdirSync(dirname(folder), { recursive: true });
  if (exists(folder)) {
    // A dangling link: its target has been deleted, so there is no data to keep.
    if (statSync(folder, { throwIfNoEntry: false }) === undefined) rmSync(folder);
    else if (canEnter(user, realpathSync(folder))) return;
    else
      throw new Error(
        `The user that PostgreSQL runs as cannot access ${folder}. Move it away to start from scratch.`,
      );
  }
  if (!makeInside(folder, user)) symlinkSync(makeOutside(user), folder);
}
