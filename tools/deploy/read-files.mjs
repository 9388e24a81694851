import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';

export const KUBERNETES = 'deploy/kubernetes';

/** The documents of a YAML file, with merge keys resolved; throws at the first error, such as a duplicate key. */
export function readYaml(file) {
  return parseAllDocuments(readFileSync(file, 'utf8'), { merge: true }).map((document) => {
    if (document.errors.length > 0) throw new Error(`${file}: ${document.errors[0].message}`);
    return document.toJS();
  });
}

/** Every manifest of deploy/kubernetes, with its file. */
export async function readManifests() {
  const files = (await readdir(KUBERNETES)).filter((file) => file.endsWith('.yaml')).sort();
  return files.flatMap((file) =>
    readYaml(path.join(KUBERNETES, file)).map((manifest) => ({ file, manifest })),
  );
}

/** The program run by a script of package.json: `['node', '--enable-source-maps', 'dist/…']`. */
export function programOf(script) {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const [shell, ...program] = scripts[script]?.split(' ') ?? [];
  // Without it, as in the Procfile, a shell stands in between and swallows the stop signal.
  if (shell !== 'exec') throw new Error(`package.json: the script ${script} has to begin with exec.`);
  return program;
}

/** The processes of the Procfile, with the program each runs. */
export function readProcfile() {
  const lines = readFileSync('Procfile', 'utf8').trim().split('\n');
  return Object.fromEntries(
    lines.map((line) => {
      const [, process, script] = /^(\w+): exec npm run (\S+)$/.exec(line) ?? [];
      return [process, programOf(script)];
    }),
  );
}

/** A number in the sources, for example that of `const STOP_WITHIN_MS = 25_000`. */
export function readFigure(file, name) {
  const [, digits] = new RegExp(`const ${name} = ([\\d_]+);`).exec(readFileSync(file, 'utf8')) ?? [];
  if (digits === undefined) throw new Error(`${file} has no ${name} any more: mend tools/deploy.`);
  return Number(digits.replaceAll('_', ''));
}

/** Whether an image tag names an exact release and the system below it, such as `postgres:15.18-bookworm`. */
export function isExactTag(image) {
  return /:\d+\.\d+(\.\d+)?-[a-z]/.test(image);
}

/** Whether package.json allows a major version of Node. */
export function isAllowedNode(major) {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  return engines.node.split('||').some((clause) => {
    const [, operator, wanted] = /(\^|>=)(\d+)\./.exec(clause) ?? [];
    return operator === '^' ? major === Number(wanted) : major >= Number(wanted);
  });
}
