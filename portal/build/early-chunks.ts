import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

const INDEX = 'index.html';
const WORKSPACE = 'workspace.html';

/**
 * Makes the page preload what its scripts would request next. The build gets two pages: index.html with the files of
 * the sign-in page, and workspace.html with those of the workspace, whose script starts without waiting to hear who is
 * signed in (api/portal/routes.ts chooses). Throws if a file is not in the build.
 */
export function earlyChunks(): Plugin {
  return {
    name: 'early-chunks',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const index = bundle[INDEX];
        if (index?.type !== 'asset') throw new Error(`Bug: the build has no ${INDEX}`);
        const page = String(index.source);
        const workspace = chunkOf(bundle, 'src/app/workspace.tsx');
        const begun = `<script type="module" crossorigin src="/${workspace.fileName}"></script>`;
        const source = withTags(page, [begun, ...filesOf(bundle, workspace).map(tagOf)]);
        this.emitFile({ type: 'asset', fileName: WORKSPACE, source });
        const signIn = chunkOf(bundle, 'src/features/auth/sign-in-page.tsx');
        index.source = withTags(page, [signIn.fileName, ...filesOf(bundle, signIn)].map(tagOf));
      },
    },
  };
}

function chunkOf(bundle: Bundle, source: string): Chunk {
  const found = Object.values(bundle).find(
    (output): output is Chunk => output.type === 'chunk' && output.facadeModuleId?.endsWith(source) === true,
  );
  if (found === undefined) throw new Error(`Bug: the build has no chunk of ${source}`);
  return found;
}

/** Everything a chunk needs before it runs, except itself. */
function filesOf(bundle: Bundle, chunk: Chunk, found = new Set<string>()): string[] {
  for (const sheet of chunk.viteMetadata?.importedCss ?? []) found.add(sheet);
  for (const fileName of chunk.imports) {
    const imported = bundle[fileName];
    if (imported?.type !== 'chunk' || found.has(fileName)) continue;
    found.add(fileName);
    filesOf(bundle, imported, found);
  }
  return [...found];
}

function tagOf(fileName: string): string {
  return fileName.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/${fileName}">`
    : `<link rel="modulepreload" crossorigin href="/${fileName}">`;
}

/** The page with these tags added to its head, unless they are there in another form. */
function withTags(page: string, tags: readonly string[]): string {
  const missing = tags.filter((tag) => !page.includes(/"(\/assets\/[^"]+)"/.exec(tag)?.[1] ?? tag));
  return page.replace('</head>', `${missing.map((tag) => `  ${tag}\n  `).join('')}</head>`);
}
