import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ES_MODULES, LEFT_IN_NODE_MODULES, LIBRARY_PLUGINS } from './libraries.mjs';

/**
 * The programs Node is started with: in dist/programs, each bundled from its compiled module. The main file of a thread
 * or process that a program starts is one, too, and is placed next to that program, as its module is next to the module
 * that names it.
 */
const PROGRAMS = {
  'api/main': 'api/main',
  'api/parse-process': 'api/batches/file/parse-process',
  'api/render-thread': 'api/verifications/pdf/render-thread',
  'sandbox/main': 'sandbox/main',
  'scripts/admin': 'scripts/admin',
  'scripts/migrate': 'scripts/migrate',
  'scripts/verify-evidence': 'scripts/verify-evidence',
  'scripts/witness': 'scripts/witness',
  'worker/main': 'worker/main',
};

/** Bundled CommonJS libraries call it; an ES module has none of its own. */
const REQUIRE = `import { createRequire as nodeCreateRequire } from 'node:module';
const require = nodeCreateRequire(import.meta.url);`;

/** esbuild's helper for keeping names: it defines every function's name again, even if the function already has it. */
const NAMES_ALL = '__name=(target,value)=>__defProp(target,"name",{value,configurable:true})';
/**
 * Names classes and ordinary functions that have lost theirs; in as many characters, so that source maps stay correct.
 */
const NAMES_LOST = '__name=(t,v)=>t.name===v||!t.prototype?t:__defProp(t,"name",{value:v})'.padEnd(
  NAMES_ALL.length,
);

/**
 * Defines only names that were lost, and that somebody reads: those of classes and ordinary functions. Arrow and async
 * functions lose theirs because the helper stands around them; a library may create dozens of them per call, and
 * defining the name of each costs as much as the rest of the call: for axios, a tenth of a call to the provider.
 */
const onlyLostNames = {
  name: 'only lost names',
  setup({ onEnd }) {
    onEnd(async ({ metafile, errors }) => {
      if (errors.length > 0) return;
      const files = Object.keys(metafile.outputs).filter((file) => file.endsWith('.js'));
      await Promise.all(files.map(nameOnlyTheLost));
    });
  },
};

async function nameOnlyTheLost(file) {
  const text = await readFile(file, 'utf8');
  if (text.includes(NAMES_ALL)) await writeFile(file, text.replace(NAMES_ALL, NAMES_LOST));
  else if (/\b__name=/.test(text))
    throw new Error(`${file} keeps names in a way that this build does not know`);
}

const FOLDER = 'dist/programs';

const moduleOf = (name) => path.join('dist', `${name}.js`);

/** In a small tree, as in the tests of these files, programs may be missing. */
const presentPrograms = () => Object.entries(PROGRAMS).filter(([, module]) => existsSync(moduleOf(module)));

/** Whether every program has its bundle. */
export function areProgramsBundled() {
  return presentPrograms().every(([out]) => existsSync(path.join(FOLDER, `${out}.js`)));
}

/**
 * Bundles each program with the libraries it needs into one file in dist/programs, and what it loads lazily into
 * others. Reading about two thousand small files takes most of a start: docs/performance.md has the figures.
 */
export async function bundlePrograms() {
  await rm(FOLDER, { recursive: true, force: true });
  const programs = presentPrograms();
  if (programs.length === 0) return;
  // Imported late: `npm start` reads this file before it has installed anything.
  const { build, stop } = await import('esbuild');
  try {
    await Promise.all(programs.map(([out, module]) => build(settingsOf(out, moduleOf(module)))));
  } finally {
    // Its process keeps a gigabyte for as long as this one lives: with `npm start`, as long as the service runs.
    await stop();
  }
}

/** Each program separately, because code shared by two would be split into further files. */
function settingsOf(out, module) {
  return {
    entryPoints: [{ out, in: module }],
    outdir: FOLDER,
    bundle: true,
    splitting: true,
    // Next to the program, for code that looks for its files relative to its own.
    chunkNames: `${out}-[name]-[hash]`,
    assetNames: `${out}-[name]-[hash]`,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: REQUIRE },
    external: LEFT_IN_NODE_MODULES,
    alias: ES_MODULES,
    plugins: [...LIBRARY_PLUGINS, onlyLostNames],
    metafile: true,
    sourcemap: true,
    sourcesContent: false,
    minifyWhitespace: true,
    keepNames: true,
    logLevel: 'warning',
  };
}
