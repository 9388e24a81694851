/** The main file of the threads that read files of batches in tests: the one of the service, as TypeScript. */
export const PARSE_THREAD = new URL('./parse-thread-entry.mjs', import.meta.url);
