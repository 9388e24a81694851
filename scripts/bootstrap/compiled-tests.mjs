import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const CONFIGURATION = '.mocharc.json';

/**
 * Compiles these test files, and what mocha's configuration names, with all that they import of ours. A part of the
 * tests loads a thousand sources: through tsx that takes each process as long as to compile all of them once.
 */
export async function compileTests(root, files) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tests-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const given = JSON.parse(await readFile(CONFIGURATION, 'utf8'));
  const ours = [...given.require, given.reporter].filter((name) => existsSync(name));
  await bundle(folder, [...files, ...ours]);
  // A compiled file has the whole name of its source, so that the one can be told from the other.
  const compiled = (source) => path.join(folder, `${source}.js`);
  const ifOurs = (name) => (ours.includes(name) ? compiled(name) : name);
  const configuration = path.join(folder, CONFIGURATION);
  const { 'node-option': _tsx, ...settings } = given;
  const changed = { ...settings, require: given.require.map(ifOurs), reporter: ifOurs(given.reporter) };
  await writeFile(configuration, JSON.stringify(changed));
  return {
    /** Options of Node and of mocha, in place of tsx and the project's configuration. */
    node: ['--enable-source-maps'],
    mocha: ['--config', configuration],
    compiled,
    sourceOf: (file) => path.relative(folder, path.resolve(file)).replace(/\.js$/, ''),
  };
}

async function bundle(folder, files) {
  // Imported late: `npm test` reads this file before it has installed anything.
  const { build, stop } = await import('esbuild');
  try {
    await build({
      entryPoints: files.map((file) => ({ in: file, out: path.normalize(file) })),
      outdir: folder,
      bundle: true,
      splitting: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      packages: 'external',
      // Only the package of the client has it beside this source.
      external: ['./evidence-checks/check-all.js'],
      plugins: [placesKept],
      keepNames: true,
      sourcemap: true,
      sourcesContent: false,
      logLevel: 'warning',
    });
  } finally {
    await stop();
  }
}

/** A source goes on finding files relative to itself. */
const placesKept = {
  name: 'places kept',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
      const text = await readFile(file, 'utf8');
      if (!text.includes('import.meta.')) return undefined;
      const place = { url: pathToFileURL(file).href, filename: file, dirname: path.dirname(file) };
      const contents = text.replace(/\bimport\.meta\.(url|filename|dirname)\b/g, (_meta, name) =>
        JSON.stringify(place[name]),
      );
      return { contents, loader: 'ts' };
    });
  },
};
