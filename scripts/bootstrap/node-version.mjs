import { readFileSync } from 'node:fs';
import path from 'node:path';

function isAtLeast(version, wanted) {
  const differing = version.findIndex((part, index) => part !== wanted[index]);
  return differing === -1 || version[differing] > wanted[differing];
}

/** Whether `version` meets one clause of package.json's engines: `^a.b.c` (same major) or `>=a.b.c`. */
function meets(version, clause) {
  const [, operator, ...digits] = /^(\^|>=)(\d+)\.(\d+)\.(\d+)$/.exec(clause) ?? [];
  if (operator === undefined) throw new Error(`package.json: cannot read the engines clause "${clause}".`);
  const wanted = digits.map(Number);
  return isAtLeast(version, wanted) && (operator === '>=' || version[0] === wanted[0]);
}

/** Exits with 1 and one clear line if `engines.node` of package.json does not allow this Node version. */
export function checkNodeVersion(root) {
  const { engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const version = process.versions.node.split('-')[0].split('.').map(Number);
  if (engines.node.split('||').some((clause) => meets(version, clause.trim()))) return;
  console.error(
    `This project needs Node ${engines.node}; this is ${process.versions.node}. Install a newer one: https://nodejs.org/en/download`,
  );
  process.exit(1);
}
