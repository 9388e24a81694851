import { expect } from 'chai';
import { alternatives } from '../../../api/errors/alternatives.js';

describe('alternatives in words', () => {
  it('have commas and one "or"', () => {
    expect(alternatives(['owner'])).to.equal('owner');
    expect(alternatives(['owner', 'submitter'])).to.equal('owner or submitter');
    expect(alternatives(['owner', 'submitter', 'viewer'])).to.equal('owner, submitter or viewer');
  });
});
