import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { compressed } from './build/compressed.js';
import { earlyChunks } from './build/early-chunks.js';
import { themeStylesheet } from './build/theme-stylesheet.js';

const root = import.meta.dirname;

/** The most that a piece of script may be, in bytes before it is made small, to come with pages that do not need it. */
const SMALL_PIECE = 8_000;

/**
 * What is loaded in few files: left to itself the build makes a file of every few lines that two pages share, sixty for some
 * pages, and a browser asks for six at a time. The first that fits takes a piece, with all that it needs.
 */
const FILES: Rolldown.CodeSplittingGroup[] = [
  { name: 'start', tags: ['$initial'], priority: 3 },
  { name: 'sign-in', test: /features\/auth\/(password|proof)-step/, priority: 2 },
  { name: 'shared', minShareCount: 4, maxModuleSize: SMALL_PIECE, priority: 1 },
];

export default defineConfig({
  root,
  plugins: [react(), themeStylesheet(), earlyChunks(), compressed()],
  build: {
    outDir: path.resolve(root, '../dist/portal'),
    emptyOutDir: true,
    target: 'es2022',
    // Inlined files would need data: in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: FILES } } },
  },
  // `npx vite portal` beside a running API: the browser sees one origin, as it does in production.
  server: { proxy: { '/api': 'http://localhost:3000' } },
});
