import { pathToFileURL } from 'node:url';

/**
 * The main files of an API's threads and processes, as `npm test` built them: as TypeScript, each start would load the
 * loader and all libraries again, which takes ten times as long, and each uploaded file starts one.
 */
export const PARSE_PROCESS = pathToFileURL('dist/programs/api/parse-process.js');
export const PDF_THREAD = pathToFileURL('dist/programs/api/render-thread.js');
