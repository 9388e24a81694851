import { readFileSync } from 'node:fs';
import path from 'node:path';

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** The name of a package by its place in node_modules: `node_modules/a/node_modules/@b/c` is `@b/c`. */
const nameOf = (location) => location.split('node_modules/').at(-1);

/** Every direct dependency must have a reason on the list, and every reason a dependency. */
function checkReasons(manifest, allowed) {
  const { dependencies = {}, devDependencies = {} } = readJson(manifest);
  const lists = [
    [manifest, dependencies],
    [`${manifest} (development)`, devDependencies],
  ];
  return lists.flatMap(([place, asked]) => {
    const reasons = allowed[place] ?? {};
    return [
      ...Object.keys(asked)
        .filter((name) => !reasons[name])
        .map((name) => `${name} of ${place} has no reason in tools/lockfile/dependencies.json`),
      ...Object.keys(reasons)
        .filter((name) => !(name in asked))
        .map((name) => `${name} is no dependency of ${place} any more: take it off the list`),
      ...Object.entries(asked)
        .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
        .map(
          ([name, version]) => `${name} of ${place} is ${version}: give one exact version of the registry`,
        ),
    ];
  });
}

/** Every package of the lockfile must come from the registry, with known contents. */
function checkOrigins(lockfile) {
  return Object.entries(readJson(lockfile).packages)
    .filter(([location]) => location !== '')
    .flatMap(([location, { integrity = '', resolved, link }]) => [
      ...(/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity) ? [] : [`${location} has no SHA-512`]),
      ...(resolved === undefined && link === undefined ? [] : [`${location} names a place: ${resolved}`]),
    ])
    .map((fault) => `${lockfile}: ${fault}; see .npmrc, and install it again`);
}

/** Whether a package may run a program at installation must have been decided. */
function checkInstallScripts(manifest, lockfile) {
  const decided = readJson(manifest).allowScripts ?? {};
  const asking = Object.entries(readJson(lockfile).packages).filter(
    ([, { hasInstallScript }]) => hasInstallScript,
  );
  return asking
    .map(([location]) => nameOf(location))
    .filter((name) => !(name in decided))
    .map(
      (name) => `${name} runs a script when it is installed: say in allowScripts of ${manifest} if it may`,
    );
}

/** Finds what is wrong with the packages of a folder with a package.json and a lockfile. */
export function checkPackages(folder) {
  const manifest = path.join(folder, 'package.json');
  const lockfile = path.join(folder, 'package-lock.json');
  return [
    ...checkReasons(manifest, readJson('tools/lockfile/dependencies.json')),
    ...checkOrigins(lockfile),
    ...checkInstallScripts(manifest, lockfile),
  ];
}
