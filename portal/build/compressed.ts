import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(?:js|css|html|svg)$/;

/** Puts a `.br` and a `.gz` next to every text file of the build, so that the API compresses nothing at run time. */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const [fileName, output] of Object.entries(bundle)) {
          if (!COMPRESSIBLE.test(fileName)) continue;
          const source = Buffer.from(output.type === 'chunk' ? output.code : output.source);
          this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: brotli(source) });
          this.emitFile({
            type: 'asset',
            fileName: `${fileName}.gz`,
            source: gzipSync(source, { level: 9 }),
          });
        }
      },
    },
  };
}

function brotli(source: Buffer): Buffer {
  return brotliCompressSync(source, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: source.length },
  });
}
