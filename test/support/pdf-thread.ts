/** The main file of PDF threads in tests: the service's own, as TypeScript. */
export const PDF_THREAD = new URL('./pdf-thread-entry.mjs', import.meta.url);
