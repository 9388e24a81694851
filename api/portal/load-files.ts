import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** One file of the built portal, in every encoding the build made of it. */
export interface PortalFile {
  contentType: string;
  plain: Buffer;
  br: Buffer | undefined;
  gzip: Buffer | undefined;
}

/** The built portal: its files by address, for example `/assets/index-BqX.js`. */
export type PortalFiles = ReadonlyMap<string, PortalFile>;

/** Files with any other extension are not served. */
const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.woff2', 'font/woff2'],
]);

/**
 * Reads the built portal into memory (less than 3 MB): at run time an address is looked up in it, so no request can
 * name a file on disk. The result is empty if the portal was not built.
 */
export function loadPortalFiles(folder: string): PortalFiles {
  if (!existsSync(path.join(folder, 'index.html'))) return new Map();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).flatMap((entry) => readPortalFile(folder, entry));
  return new Map(files);
}

function readPortalFile(folder: string, entry: Dirent): [string, PortalFile][] {
  const contentType = CONTENT_TYPES.get(path.extname(entry.name));
  if (contentType === undefined) return [];
  const file = path.join(entry.parentPath, entry.name);
  const address = `/${path.relative(folder, file).split(path.sep).join('/')}`;
  return [
    [
      address,
      {
        contentType,
        plain: readFileSync(file),
        br: readIfThere(`${file}.br`),
        gzip: readIfThere(`${file}.gz`),
      },
    ],
  ];
}

function readIfThere(file: string): Buffer | undefined {
  return existsSync(file) ? readFileSync(file) : undefined;
}
