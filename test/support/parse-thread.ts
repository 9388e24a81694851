/** The main file of the threads that read batch files in tests: the service's own, as TypeScript. */
export const PARSE_THREAD = new URL('./parse-thread-entry.mjs', import.meta.url);
