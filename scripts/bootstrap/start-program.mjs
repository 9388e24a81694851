import { readProgram } from './read-program.mjs';

// The start file of a program: see programs.mjs.
await readProgram(import.meta.url).run().started;
