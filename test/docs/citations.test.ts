import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SOURCES = ['*.ts', '*.tsx', '*.mjs', '*.yml', '*.md', '*.pml'];

/**
 * `contract 4.2`, `Architecture 3`: a numbered section of a page in docs/, or of one whose name contains such a word.
 */
const CITATION =
  /(?<!TypeID )\b((?:\w+-)*(?:contract|architecture|specification|reliability)(?:-\w+)*)(?:'s)?\s+\(?(\d+(?:\.\d+)*)\b/gi;
/** The section's number at the start of a heading: `### 4.2 Asking again`. */
const HEADING = /^#+ (\d+(?:\.\d+)*)\.? /gm;

function sectionsOf(page: string): Set<string> {
  const file = path.join(ROOT, 'docs', `${page}.md`);
  if (!existsSync(file)) return new Set();
  return new Set([...readFileSync(file, 'utf8').matchAll(HEADING)].map(([, number]) => String(number)));
}

function trackedFiles(): string[] {
  return execFileSync('git', ['ls-files', '--', ...SOURCES], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(path.join(ROOT, file)));
}

describe('What the code cites', () => {
  it('is a section of a page that is there', () => {
    const pages = new Map<string, Set<string>>();
    const dangling: string[] = [];
    let found = 0;
    for (const file of trackedFiles()) {
      for (const [citation, name, section] of readFileSync(path.join(ROOT, file), 'utf8').matchAll(
        CITATION,
      )) {
        const page = String(name).toLowerCase();
        const sections = pages.get(page) ?? sectionsOf(page);
        pages.set(page, sections);
        found += 1;
        if (!sections.has(String(section))) dangling.push(`${file}: ${citation}`);
      }
    }
    expect(dangling).to.deep.equal([]);
    expect(found).to.be.greaterThan(100);
  });
});
