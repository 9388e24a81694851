import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { isAllowedNode, isExactTag, readProcfile } from './read-files.mjs';

/** The list after an instruction at the start of a line. */
function listBehind(instruction, text) {
  const [, list = 'null'] = new RegExp(`^${instruction} (\\[.*\\])$`, 'm').exec(text) ?? [];
  return JSON.parse(list);
}

/** Checks the Dockerfile as far as possible without building it. */
export function checkDockerfile() {
  const text = readFileSync('Dockerfile', 'utf8');
  const faults = [];
  const stages = text.split(/^FROM /m).slice(1);
  const last = stages.at(-1) ?? '';
  const { web } = readProcfile();
  if (!isDeepStrictEqual(listBehind('CMD', last), web)) faults.push('CMD is not what the Procfile runs');
  if (!/^USER node$/m.test(last)) faults.push('the image runs as root');
  if (!/^ENV NODE_ENV=production$/m.test(last)) faults.push('the image is not for production');
  if (!/\bHEALTHCHECK\b[\s\S]*\/healthz/.test(last)) faults.push('HEALTHCHECK does not ask /healthz');
  if (/\bHEALTHCHECK\b[^\n]*\n[^\n]*\bnode\b/.test(last)) faults.push('HEALTHCHECK starts a Node of its own');
  if (/npm ci(?!.*--omit=dev)/.test(last)) faults.push('development packages are in the image');
  // What `npm run build` makes for the processes: without texts or portal they run, and have no documentation or pages.
  for (const folder of ['portal', 'programs', 'text']) {
    if (!last.includes(`COPY --from=build /app/dist/${folder} dist/${folder}`))
      faults.push(`the image has no dist/${folder}`);
  }
  // The builder keeps the modes of the checkout, which under umask 077 are for its owner alone.
  for (const files of ['-R a+rX dist', 'a+r package.json']) {
    if (!text.includes(`chmod ${files}`))
      faults.push(`its user may not read what was checked out: chmod ${files}`);
  }
  const [, major] = /^node:(\d+)[.-]/m.exec(stages[0] ?? '') ?? [];
  const [, image] = /^(node:\S+)/m.exec(stages[0] ?? '') ?? [];
  if (!isExactTag(image)) faults.push(`${image} names no exact release and system`);
  if (!isAllowedNode(Number(major))) faults.push(`Node ${major} is none that package.json allows`);
  return [...faults, ...checkContext()].map((fault) => `Dockerfile: ${fault}`);
}

/** The builder gets only what .dockerignore lets through, which must include everything the build reads. */
function checkContext() {
  const sent = new Set(
    readFileSync('.dockerignore', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1)),
  );
  const { include } = JSON.parse(readFileSync('tsconfig.build.json', 'utf8'));
  const needed = ['package.json', 'package-lock.json', '.npmrc', 'tsconfig.json', 'tsconfig.build.json'];
  return [...needed, ...include, 'portal', 'scripts', 'docs', 'client', 'CHANGELOG.md']
    .filter((name) => !sent.has(name))
    .map((name) => `.dockerignore keeps ${name} from the build`);
}
