import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { FAULT_KINDS } from '../../sandbox/fault-plan.js';
import { INPUT_TYPES } from '../../shared/domain/input-type.js';
import { TEST_SUBJECTS } from '../../shared/domain/test-subjects.js';

describe('docs/sandbox.md', () => {
  let page: string;

  before(async () => {
    page = await readFile('docs/sandbox.md', 'utf8');
  });

  for (const row of TEST_SUBJECTS) {
    it(`has the row of ${row.case}`, () => {
      const subjects = INPUT_TYPES.map((type) => row.subjects[type] ?? '–');
      expect(page).to.contain(`| ${[`\`${row.case}\``, row.description, ...subjects].join(' | ')} |\n`);
    });
  }

  it('explains every fault', () => {
    for (const kind of FAULT_KINDS) expect(page).to.contain(`\n| \`${kind}\` | `);
  });
});

describe('docs/test-mode.md', () => {
  let page: string;

  before(async () => {
    page = await readFile('docs/test-mode.md', 'utf8');
  });

  it('has every subject', () => {
    for (const row of TEST_SUBJECTS) {
      const subjects = INPUT_TYPES.map((type) => row.subjects[type] ?? '–');
      expect(page).to.contain(`| ${[`\`${row.case}\``, row.description, ...subjects].join(' | ')} |\n`);
    }
  });
});
