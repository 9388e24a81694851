import { expect } from 'chai';
import { type Import, readImports } from '../support/repository/read-imports.js';

const USERS = ['test', 'bench', 'chaos'];

/** Imports that bypass harness/, and why that is right. */
const KNOWN = [
  // Tests of the benchmark and of chaos itself.
  { from: /^test\/(bench|chaos)\//, to: /^(bench|chaos)\// },
  { from: /^test\/processes\/cost-card\.test\.ts$/, to: /^bench\/cost\/card\.ts$/ },
  // The rules of the protocol, by which chaos runs are also judged.
  { from: /^chaos\//, to: /^test\/protocol\/(spin|traces)\.ts$/ },
  // The card of costs is measured on the service of the tests, and compared in a test.
  { from: /^bench\/cost\//, to: /^test\/support\/(processes\/service|checks\/submit)\.ts$/ },
];

const folderOf = (file: string): string => file.split('/', 1)[0] ?? '';

/** Imports of one of the three by another, other than the known exceptions. */
function strayImports(imports: readonly Import[]): Import[] {
  return imports.filter(
    ({ importer, imported }) =>
      folderOf(importer) !== folderOf(imported) &&
      USERS.includes(folderOf(imported)) &&
      !KNOWN.some(({ from, to }) => from.test(importer) && to.test(imported)),
  );
}

describe('harness/', () => {
  it('is how test/, bench/ and chaos/ share what they need', () => {
    expect(strayImports(readImports([...USERS, 'harness', 'tools']))).to.deep.equal([]);
  });

  it('holds nothing that one of them alone needs', () => {
    const users = new Map<string, Set<string>>();
    for (const { importer, imported } of readImports([...USERS, 'harness', 'tools'])) {
      if (folderOf(imported) === 'harness') {
        users.set(imported, (users.get(imported) ?? new Set()).add(folderOf(importer)));
      }
    }
    const ofOne = [...users].filter(([, folders]) => folders.size === 1 && !folders.has('harness'));
    expect(ofOne.map(([file]) => file)).to.deep.equal([]);
  });

  it('is told from an import past it', () => {
    const stray = { importer: 'chaos/a.ts', imported: 'bench/world/b.ts' };
    expect(
      strayImports([
        stray,
        { importer: 'chaos/a.ts', imported: 'harness/b.ts' },
        { importer: 'test/chaos/a.test.ts', imported: 'chaos/a.ts' },
      ]),
    ).to.deep.equal([stray]);
  });
});
