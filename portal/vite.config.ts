import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.js';
import { themeStylesheet } from './build/theme-stylesheet.js';

const root = import.meta.dirname;

export default defineConfig({
  root,
  plugins: [react(), themeStylesheet(), compressed()],
  build: {
    outDir: path.resolve(root, '../dist/portal'),
    emptyOutDir: true,
    target: 'es2022',
    // Inlined files would need data: in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  // `npx vite portal` beside a running API: the browser sees one origin, as it does in production.
  server: { proxy: { '/api': 'http://localhost:3000' } },
});
