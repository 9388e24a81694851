import { readFile } from 'node:fs/promises';

/** Libraries that read files next to their own: fonts, a compiled library, the pages of the queue dashboard. */
export const LEFT_IN_NODE_MODULES = ['@bull-board/*', '@node-rs/argon2', 'dejavu-fonts-ttf', 'pdfkit'];

/** Of their two forms this one lets the bundler drop what is not used: of a thousand validators we use one. */
export const ES_MODULES = { 'class-validator': 'class-validator/esm2015/index.js' };

/** Adapters of databases that we do not use: which library asks for them, in which file, and how. */
const OTHER_DATABASES = [
  { importer: /\/typeorm\/driver\/DriverFactory\.js$/, name: /^\.\/(?!postgres\/)/ },
  { importer: /\/bullmq\/dist\/cjs\/index\.js$/, name: /^\.\/postgres$/ },
];

/** Puts an empty module in the place of each of them: a program is parsed as a whole whenever it starts. */
const otherDatabasesLeftOut = {
  name: 'other databases left out',
  setup({ onResolve, onLoad }) {
    const isOther = (file, asked) =>
      OTHER_DATABASES.some(({ importer, name }) => importer.test(file) && name.test(asked));
    onResolve({ filter: /^\.\// }, ({ importer, path }) =>
      isOther(importer, path) ? { path, namespace: 'left out' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'left out' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** Keeps the tables of rare encodings in files of their own, which are read when a request is in one of these. */
const tablesApart = {
  name: 'tables apart',
  setup({ onLoad }) {
    onLoad({ filter: /\/iconv-lite\/encodings\/tables\/.*\.json$/ }, async ({ path }) => ({
      contents: await readFile(path),
      loader: 'copy',
    }));
  },
};

/**
 * An almost empty inline map of the first character only. A source file with an entirely empty map would be mapped as a
 * whole.
 */
const SHORT_MAP = Buffer.from('{"version":3,"sources":["library"],"mappings":"AAAA"}').toString('base64');

/**
 * Leaves libraries out of the source maps: Node reads the whole map at the first error, and libraries would make up
 * most of it. Stack frames inside a library then name the bundle.
 */
const onlyOurMaps = {
  name: 'only our maps',
  setup({ onLoad }) {
    onLoad({ filter: /\/node_modules\/.*\.[cm]?js$/ }, async ({ path }) => {
      const text = quickened(path, await readFile(path, 'utf8'));
      return {
        contents: `${text}\n//# sourceMappingURL=data:application/json;base64,${SHORT_MAP}`,
        loader: 'js',
      };
    });
  },
};

/** What costs a library much when it is loaded, and the same at less cost. */
const QUICKENED = [
  {
    // Six hundred commands on a prototype: unless it is a table by then, as after a deletion, V8 copies the list of all
    // of them with each that is added. The method deleted is one that every client has its own of.
    file: '/ioredis/built/utils/Commander.js',
    slow: 'commands.forEach(function (commandName) {',
    quick: 'delete Commander.prototype.sendCommand;\ncommands.forEach(function (commandName) {',
  },
  {
    // Whether this is Cloudflare: asking by way of a Response loads the whole of fetch on Node 20.
    file: '/pg/lib/stream.js',
    slow: "typeof Response === 'function'",
    quick: 'false',
  },
];

function quickened(path, text) {
  const change = QUICKENED.find(({ file }) => path.endsWith(file));
  if (change === undefined) return text;
  if (!text.includes(change.slow)) throw new Error(`${path} is not as this build knows it`);
  return text.replace(change.slow, change.quick);
}

/**
 * Leaves in node_modules what our code imports lazily by package name: once bundled, a CommonJS library imported this
 * way has a default export and no named ones.
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

export const LIBRARY_PLUGINS = [otherDatabasesLeftOut, tablesApart, onlyOurMaps, lateLibrariesLeft];
