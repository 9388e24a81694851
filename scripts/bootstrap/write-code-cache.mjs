import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { readProgram } from './read-program.mjs';

// Run by the build with the options that the program is started with: writes what V8 has compiled once the program has
// loaded all its parts and finds that it was given an argument, which it refuses.
const { script, cache, run } = readProgram(pathToFileURL(process.argv[2]).href);
process.once('exit', () => writeFileSync(cache, script.createCachedData()));
run();
