import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * What Node is started with: in dist/programs, each from its compiled module. A thread's file is a program too, and lies
 * beside the one that starts it, as its module lies beside the module that names it.
 */
const PROGRAMS = {
  'api/main': 'api/main',
  'api/parse-thread': 'api/batches/file/parse-thread',
  'api/render-thread': 'api/verifications/pdf/render-thread',
  'sandbox/main': 'sandbox/main',
  'scripts/admin': 'scripts/admin',
  'scripts/migrate': 'scripts/migrate',
  'scripts/verify-evidence': 'scripts/verify-evidence',
  'scripts/witness': 'scripts/witness',
  'worker/main': 'worker/main',
};

/** Libraries that read files beside their own: fonts, a compiled library, the pages of the queue dashboard. */
const LEFT_IN_NODE_MODULES = ['@bull-board/*', '@node-rs/argon2', 'dejavu-fonts-ttf', 'pdfkit'];

/** CommonJS libraries inside call it; a module has none of its own. */
const REQUIRE = `import { createRequire as nodeCreateRequire } from 'node:module';
const require = nodeCreateRequire(import.meta.url);`;

/** As good as none, inline: maps the first character alone. A map without any is passed over for one of the whole file. */
const SHORT_MAP = Buffer.from('{"version":3,"sources":["library"],"mappings":"AAAA"}').toString('base64');

/**
 * Leaves libraries out of the source maps: Node reads a map whole at the first error, and of these it would be most. A
 * stack then names the bundle where it runs through a library.
 */
const onlyOurMaps = {
  name: 'only our maps',
  setup({ onLoad }) {
    onLoad({ filter: /\/node_modules\/.*\.[cm]?js$/ }, async ({ path }) => ({
      contents: `${await readFile(path, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${SHORT_MAP}`,
      loader: 'js',
    }));
  },
};

/**
 * Leaves in node_modules what our code loads by a package's name only when it is needed: of a CommonJS library that is
 * bundled, such an import has a default and no names.
 */
const lateLibrariesLeft = {
  name: 'late libraries left in node_modules',
  setup({ onResolve }) {
    onResolve({ filter: /^[^.]/ }, ({ kind, importer, path: name }) =>
      kind === 'dynamic-import' && !importer.includes('/node_modules/')
        ? { path: name, external: true }
        : undefined,
    );
  },
};

/** What esbuild keeps names with: it defines the name of every function anew, also where the function has it already. */
const NAMES_ALL = '__name=(target,value)=>__defProp(target,"name",{value,configurable:true})';
/** The same result, in as many characters, so that source maps stay right. */
const NAMES_RENAMED = '__name=(t,v)=>t.name===v?t:__defProp(t,"name",{value:v,configurable:!0})'.padEnd(
  NAMES_ALL.length,
);

/**
 * Names only the functions that have lost their name. A library may make dozens of functions in a call, and to define the
 * name of each costs as much as the call does otherwise: axios, a seventh of a call to the provider.
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
  if (text.includes(NAMES_ALL)) await writeFile(file, text.replace(NAMES_ALL, NAMES_RENAMED));
  else if (/\b__name=/.test(text))
    throw new Error(`${file} keeps names in a way that this build does not know`);
}

const FOLDER = 'dist/programs';

const moduleOf = (name) => path.join('dist', `${name}.js`);

/** Of a small tree, as in the tests of these files, there may be none. */
const presentPrograms = () => Object.entries(PROGRAMS).filter(([, module]) => existsSync(moduleOf(module)));

/** Whether every program has its bundle. */
export function areProgramsBundled() {
  return presentPrograms().every(([out]) => existsSync(path.join(FOLDER, `${out}.js`)));
}

/**
 * Makes one file of each program and the libraries it needs, in dist/programs, and another of what it asks for only
 * later. Reading some two thousand small files takes most of a start: docs/performance.md has the figures.
 */
export async function bundlePrograms() {
  await rm(FOLDER, { recursive: true, force: true });
  const programs = presentPrograms();
  if (programs.length === 0) return;
  // Only now: `npm start` reads this file before it has installed anything.
  const { build } = await import('esbuild');
  await Promise.all(programs.map(([out, module]) => build(settingsOf(out, moduleOf(module)))));
}

/** Each alone, because what two have in common would become files between them. */
function settingsOf(out, module) {
  return {
    entryPoints: [{ out, in: module }],
    outdir: FOLDER,
    bundle: true,
    splitting: true,
    // Beside the program, for what looks for its files from where it is.
    chunkNames: `${out}-[name]-[hash]`,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: REQUIRE },
    external: LEFT_IN_NODE_MODULES,
    plugins: [onlyOurMaps, lateLibrariesLeft, onlyLostNames],
    metafile: true,
    sourcemap: true,
    sourcesContent: false,
    minifyWhitespace: true,
    keepNames: true,
    logLevel: 'warning',
  };
}
