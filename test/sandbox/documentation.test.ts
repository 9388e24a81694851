import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { FAULT_KINDS } from '../../sandbox/fault-plan.js';
import { SANDBOX_SUBJECTS } from '../../sandbox/subjects.js';
import { INPUT_TYPES } from '../../shared/domain/input-type.js';

describe('docs/sandbox.md', () => {
  let page: string;

  before(async () => {
    page = await readFile('docs/sandbox.md', 'utf8');
  });

  for (const row of SANDBOX_SUBJECTS) {
    it(`has the row of ${row.case}`, () => {
      const subjects = INPUT_TYPES.map((type) => row.subjects[type] ?? '–');
      expect(page).to.contain(`| ${[`\`${row.case}\``, row.description, ...subjects].join(' | ')} |\n`);
    });
  }

  it('explains every fault', () => {
    for (const kind of FAULT_KINDS) expect(page).to.contain(`\n| \`${kind}\` | `);
  });
});
