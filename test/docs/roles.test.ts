import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { CLIENT_ROLES, ROLES } from '../../shared/domain/roles.js';

describe('the pages that say who may do what', () => {
  it('are the contract, for every role', async () => {
    const page = await readFile('docs/contract.md', 'utf8');
    for (const role of ROLES) expect(page).to.contain(`\`${role}\``);
  });

  it('are the guide to signing in, for every role of a team', async () => {
    const page = await readFile('docs/site/authentication.md', 'utf8');
    for (const role of CLIENT_ROLES) expect(page).to.contain(`\n| \`${role}\` | `);
  });
});
