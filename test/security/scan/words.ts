import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PAGE_PATHS } from '../../../api/portal/page-paths.js';
import { runTool } from './run-tool.js';
import type { Scan } from './scan.js';

/** Where the word list of the package `dirb` is. */
const WORDS = '/usr/share/dirb/wordlists/common.txt';

/** Every one of some 4,600 well-known names whose answer is neither "not found" nor "sign in first". */
export const ffuf = ['/FUZZ', '/api/v1/FUZZ', '/ops/FUZZ', '/.FUZZ'].map(
  (address): Scan => ({
    name: `ffuf, ${address}`,
    program: 'ffuf',
    run: async ({ url }, limits) => {
      const report = path.join(limits.folder, 'ffuf.json');
      const result = await runTool(
        'ffuf',
        [
          '-u',
          `${url}${address}`,
          '-w',
          WORDS,
          '-mc',
          'all',
          '-fc',
          '404',
          '-t',
          '8',
          '-o',
          report,
          '-of',
          'json',
          '-s',
        ],
        limits,
      );
      const { results } = JSON.parse(readFileSync(report, 'utf8')) as {
        results: { url: string; status: number }[];
      };
      const found = results.filter(({ url: where, status }) => !isKnown(new URL(where).pathname, status));
      return { ...result, findings: found.map(({ url: where, status }) => `${status} ${where}`) };
    },
  }),
);

const OPEN = new Set([...PAGE_PATHS, '/healthz', '/readyz', '/docs', '/docs/', '/favicon.svg']);

function isKnown(address: string, status: number): boolean {
  if (status === 401) return true;
  if (address === '/api/v1/login' || address === '/api/v1/logout') return status === 405;
  return status === 200 && OPEN.has(address);
}
