import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { areProgramsBundled, bundlePrograms } from './programs.mjs';
import { runNode } from './run.mjs';

/** What the output depends on besides the sources: compiler settings and, through the lockfile, compiler and types. */
const SETTINGS = [
  'tsconfig.json',
  'tsconfig.build.json',
  'package-lock.json',
  'scripts/bootstrap/programs.mjs',
  'scripts/bootstrap/libraries.mjs',
];

async function listFiles(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

async function listSources(folders) {
  const files = (await Promise.all(folders.map(listFiles))).flat();
  return files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts')).sort();
}

/** Hashes contents rather than times: after a checkout, a copy or a branch switch, times mean nothing. */
async function fingerprint(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(await readFile(file))
      .update('\0');
  return hash.digest('hex');
}

/** What the portal depends on: its own files and what it uses from shared/, compiler settings, and the lockfile. */
const PORTAL_FOLDERS = ['portal', 'shared/domain', 'shared/facts', 'shared/services', 'shared/wire'];
const PORTAL_SETTINGS = ['tsconfig.json', 'package-lock.json'];

const outputOf = (source) => path.join('dist', source.replace(/\.ts$/, '.js'));

async function removeOrphans(folders, sources) {
  const wanted = new Set(sources.flatMap((source) => [outputOf(source), `${outputOf(source)}.map`]));
  const present = (await Promise.all(folders.map((folder) => listFiles(path.join('dist', folder))))).flat();
  await Promise.all(present.filter((file) => !wanted.has(file)).map((file) => rm(file, { force: true })));
}

/** Without a stamp an interrupted build is repeated; the new one is written last, atomically by rename. */
async function buildUnderStamp(stamp, current, build) {
  await rm(stamp, { force: true });
  await build();
  await mkdir('dist', { recursive: true });
  await writeFile(`${stamp}.${process.pid}`, current);
  await rename(`${stamp}.${process.pid}`, stamp);
}

/**
 * Compiles to dist/ if a source or a setting has changed since the last build, removes what deleted sources left there,
 * and bundles each program into one file; throws if the compiler finds errors. The current directory must be the
 * project's.
 */
async function compileWhenStale(root) {
  const stamp = path.join(root, 'dist/.build-stamp');
  const { include } = JSON.parse(await readFile('tsconfig.build.json', 'utf8'));
  const sources = await listSources(include);
  const current = await fingerprint([...SETTINGS, ...sources]);
  const last = await readFile(stamp, 'utf8').catch(() => '');
  const isWhole = sources.every((source) => existsSync(outputOf(source))) && areProgramsBundled();
  if (last === current && isWhole) return;
  console.log('Building…');
  await buildUnderStamp(stamp, current, async () => {
    const code = await runNode(['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json']);
    if (code !== 0) throw new Error('The build failed: see the compiler output above.');
    await removeOrphans(include, sources);
    await bundlePrograms();
  });
}

/** Bundles the portal to dist/portal if it has changed since the last build; throws if that fails. */
async function bundleWhenStale(root) {
  if (!existsSync('portal')) return;
  const stamp = path.join(root, 'dist/.portal-stamp');
  const sources = (await Promise.all(PORTAL_FOLDERS.map(listFiles))).flat().sort();
  const current = await fingerprint([...PORTAL_SETTINGS, ...sources]);
  const last = await readFile(stamp, 'utf8').catch(() => '');
  if (last === current && existsSync('dist/portal/index.html')) return;
  console.log('Building the portal…');
  await buildUnderStamp(stamp, current, async () => {
    const vite = [
      'node_modules/vite/bin/vite.js',
      'build',
      '--config',
      'portal/vite.config.ts',
      '--logLevel',
      'warn',
    ];
    const code = await runNode(vite);
    if (code !== 0) throw new Error('The build of the portal failed: see the output of Vite above.');
  });
}

/** The sources of the documentation site (api/docs/source.ts): texts, samples and pictures. */
const TEXTS = [
  'CHANGELOG.md',
  'client/README.md',
  'docs/batches.md',
  'docs/collection.json',
  'docs/conformance',
  'docs/evidence.md',
  'docs/sandbox.md',
  'docs/samples',
  'docs/screenshots',
  'docs/site',
  'docs/test-mode.md',
  'docs/versioning.md',
  'docs/webhooks.md',
  'docs/workflows.arazzo.yaml',
];

/**
 * Copies the texts of the documentation to dist/text if they have changed since the last build; a small tree, as in the
 * tests of this file, has none.
 */
async function copyTextsWhenStale(root) {
  const present = TEXTS.filter((text) => existsSync(text));
  const stamp = path.join(root, 'dist/.text-stamp');
  const files = (await Promise.all(present.map(async (text) => [text, ...(await listFiles(text))]))).flat();
  const current = await fingerprint(files.filter((file) => path.extname(file) !== '').sort());
  const last = await readFile(stamp, 'utf8').catch(() => '');
  if (last === current && existsSync('dist/text')) return;
  await buildUnderStamp(stamp, current, async () => {
    await rm('dist/text', { recursive: true, force: true });
    for (const text of present) await cp(text, path.join('dist/text', text), { recursive: true });
  });
}

/**
 * Builds what is stale: the processes, the texts of the documentation, then the portal that the API serves. The current
 * directory must be `root`.
 */
export async function buildWhenStale(root) {
  await compileWhenStale(root);
  await copyTextsWhenStale(root);
  await bundleWhenStale(root);
}
