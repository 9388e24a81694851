import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

/**
 * Reads the script of a program, which is next to its start file `main`, along with what V8 compiled of it when it was
 * built. V8 compiles it anew if that is of another version of V8 or of other options.
 */
export function readProgram(main) {
  const code = new URL(main.replace(/\.js$/, '.cjs'));
  const cache = new URL(`${code}.cache`);
  const script = new Script(readFileSync(code, 'utf8'), {
    filename: code.href,
    ...(existsSync(cache) && { cachedData: readFileSync(cache) }),
  });
  const filename = fileURLToPath(main);
  const meta = { url: main, filename, dirname: path.dirname(filename) };
  const run = () => {
    mapToSources(code);
    return script.runInThisContext()(createRequire(main), meta);
  };
  return { script, cache, run };
}

/**
 * Tells Node where the source map of this script is. It knows those of modules, and of functions made from a text with
 * these two comments.
 */
function mapToSources(code) {
  new Function(`//# sourceURL=${code}\n//# sourceMappingURL=${path.basename(code.pathname)}.map`);
}
