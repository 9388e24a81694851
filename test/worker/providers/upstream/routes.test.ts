import { expect } from 'chai';
import { UPSTREAM_ROUTES } from '../../../../worker/providers/upstream/routes/index.js';
import { UPSTREAM_CHECKS } from '../../../support/checks/check-inputs.js';

describe('upstream routes', () => {
  it('serve every check that names this provider, each on one path', () => {
    expect(UPSTREAM_ROUTES.flatMap(({ checks }) => checks)).to.have.members([...UPSTREAM_CHECKS]);
    const paths = UPSTREAM_ROUTES.map(({ path }) => path);
    expect(new Set(paths).size).to.equal(paths.length);
  });
});
