// Writes docs/collection.json: the API as a collection for Postman, Bruno and similar tools.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '../api/openapi/document.ts';
import { readCommandLine } from './command-line.mjs';
import { collectionOf } from './openapi/collection.ts';

readCommandLine(
  'Usage: npm run collection\nWrites the API as a collection of requests to docs/collection.json.',
);

process.chdir(path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..'));
await writeFile('docs/collection.json', `${JSON.stringify(collectionOf(openApiDocument()), null, 2)}\n`);
