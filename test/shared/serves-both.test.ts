import { expect } from 'chai';
import { readImports, sourcesOf } from '../support/repository/read-imports.js';

const PRODUCT = ['api', 'worker', 'shared', 'scripts', 'sandbox', 'portal', 'migrations'];
/** Settings and the types of responses are kept in one place each, whichever side needs them. */
const KEPT_TOGETHER = /^shared\/(config|wire)\//;

/** The importers of each file of the product, apart from tests and tools. */
function importers(): Map<string, string[]> {
  const found = new Map<string, string[]>(sourcesOf(PRODUCT).map((file) => [file, []]));
  for (const { importer, imported } of readImports(PRODUCT)) found.get(imported)?.push(importer);
  return found;
}

/** The files of shared/ that only one part depends on, directly or through others of these. */
function servingOnly(part: string, all: ReadonlyMap<string, readonly string[]>): string[] {
  const serving = new Set([...all.keys()].filter((file) => file.startsWith('shared/')));
  const servesIt = (file: string) =>
    all.get(file)?.every((importer) => importer.startsWith(`${part}/`) || serving.has(importer));
  for (let before = -1; before !== serving.size; ) {
    before = serving.size;
    for (const file of serving) if (!servesIt(file)) serving.delete(file);
  }
  return [...serving].filter((file) => !KEPT_TOGETHER.test(file));
}

describe('shared/', () => {
  for (const part of ['api', 'worker', 'scripts']) {
    it(`holds nothing that serves ${part}/ alone`, () => {
      expect(servingOnly(part, importers())).to.deep.equal([]);
    });
  }

  it('is told from what serves one part', () => {
    const one = new Map([
      ['shared/a.ts', ['api/x.ts']],
      ['shared/b.ts', ['shared/a.ts']],
      ['shared/c.ts', ['api/x.ts', 'worker/y.ts']],
      ['shared/wire/d.ts', ['api/x.ts']],
    ]);
    expect(servingOnly('api', one)).to.deep.equal(['shared/a.ts', 'shared/b.ts']);
  });
});
