import { expect } from 'chai';
import { CHECK_CODES } from '../../../../shared/services/index.js';
import { UPSTREAM_ROUTES } from '../../../../worker/providers/upstream/routes/index.js';

describe('upstream routes', () => {
  it('serve every check, each on one path', () => {
    expect(UPSTREAM_ROUTES.flatMap(({ checks }) => checks)).to.have.members([...CHECK_CODES]);
    const paths = UPSTREAM_ROUTES.map(({ path }) => path);
    expect(new Set(paths).size).to.equal(paths.length);
  });
});
