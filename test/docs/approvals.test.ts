import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { APPROVAL_FAILURES } from '../../shared/domain/approvals.js';

describe('the page that says why an approved act was not carried out', () => {
  it('is the contract, for every code', async () => {
    const page = await readFile('docs/contract.md', 'utf8');
    const [, section = ''] = page.split('### Failures of approvals');
    const [table] = section.split('\n## ');
    for (const code of Object.keys(APPROVAL_FAILURES)) expect(table).to.contain(`\`${code}\``);
  });
});
