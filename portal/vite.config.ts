import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { compressed } from './build/compressed.js';
import { earlyChunks } from './build/early-chunks.js';
import { themeStylesheet } from './build/theme-stylesheet.js';

const root = import.meta.dirname;

/** The largest piece of script, in bytes before minification, that may be loaded with pages that do not need it. */
const SMALL_PIECE = 6_000;
/**
 * What takes fewer bytes on pages that do not need it than a file of its own, compressed by itself, on those that do.
 */
const TINY_PIECE = 1_500;

/**
 * Groups code into few files: by default the build makes a file of every few lines two pages share, sixty for some
 * pages, and a browser requests six at a time. A piece goes to the first matching group, with everything it needs.
 */
const FILES: Rolldown.CodeSplittingGroup[] = [
  { name: 'start', tags: ['$initial'], priority: 3 },
  { name: 'forms', test: /node_modules\/@mantine\/form\//, priority: 2 },
  { name: 'sign-in', test: /features\/auth\/(password|proof)-step/, priority: 2 },
  { name: 'shared', minShareCount: 10, maxModuleSize: SMALL_PIECE, priority: 1 },
  { name: 'shared', minShareCount: 4, maxModuleSize: TINY_PIECE, priority: 1 },
];

/**
 * Those of docs/versioning.md. Older ones lack `URL.canParse` (Chrome, Edge, Safari) or `popover` (Firefox), for which
 * portal/public/before-first-paint.js looks.
 */
const OLDEST_BROWSERS = ['chrome120', 'edge120', 'firefox125', 'safari17', 'ios17'];

export default defineConfig({
  root,
  plugins: [react(), themeStylesheet(), earlyChunks(), compressed()],
  build: {
    outDir: path.resolve(root, '../dist/portal'),
    emptyOutDir: true,
    target: OLDEST_BROWSERS,
    // Inlined files would need data: in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: FILES } } },
  },
  // `npx vite portal` next to a running API: the browser sees one origin, as in production.
  server: { proxy: { '/api': 'http://localhost:3000' } },
});
