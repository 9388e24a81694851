import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from './run.mjs';

async function readPackages(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8')).packages;
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * Whether node_modules contains what package-lock.json asks for. npm itself leaves a record to compare with: it writes
 * node_modules/.package-lock.json as the last step of every install, so an interrupted one has none.
 */
async function isInstalled(root) {
  const wanted = await readPackages(path.join(root, 'package-lock.json'));
  if (wanted === undefined) throw new Error('package-lock.json is missing or broken: restore it from git.');
  const present = await readPackages(path.join(root, 'node_modules/.package-lock.json'));
  if (present === undefined) return false;
  return Object.entries(wanted).every(([location, entry]) => {
    if (location === '') return true;
    const found = present[location];
    if (found === undefined) return entry.optional === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

/** Runs `npm ci` if node_modules does not match package-lock.json; throws if that fails. */
export async function installWhenStale(root) {
  if (await isInstalled(root)) return;
  console.log('Installing the packages of package-lock.json (npm ci; about half a minute)…');
  // The compiler and the test tools are dev dependencies, which npm omits under NODE_ENV=production.
  const code = await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund']);
  if (code !== 0) throw new Error(`npm ci exited with code ${code}: see its messages above.`);
}
