import path from 'node:path';
import { loadPortalFiles, type PortalFiles } from './load-files.js';

// Compiled, this file is dist/api/portal/portal-files.js, next to dist/portal; in tests it runs from source.
const FOLDER = path.resolve(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? '../../dist/portal' : '../../portal',
);

let loaded: PortalFiles | undefined;

/** The files of the build, read once. */
export function portalFiles(): PortalFiles {
  loaded ??= loadPortalFiles(FOLDER);
  return loaded;
}
