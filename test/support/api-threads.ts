import { pathToFileURL } from 'node:url';

/**
 * The main files of an API's threads, as `npm test` built them: as TypeScript, each start of a thread would load the
 * loader and all libraries again, which takes ten times as long, and each uploaded file starts one.
 */
export const PARSE_THREAD = pathToFileURL('dist/programs/api/parse-thread.js');
export const PDF_THREAD = pathToFileURL('dist/programs/api/render-thread.js');
