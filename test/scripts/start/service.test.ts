import { expect } from 'chai';
import { stopWithinMs } from '../../../scripts/start/service.js';

describe('stopWithinMs', () => {
  it('leaves the worker the time of a provider call, and some to store its answer', () => {
    expect(stopWithinMs({}).worker).to.equal(30_000);
    expect(stopWithinMs({ PROVIDER_TIMEOUT_MS: '300000' }).worker).to.equal(310_000);
  });

  it('leaves the API its drain, and the time of its last requests', () => {
    expect(stopWithinMs({}).api).to.equal(30_000);
    expect(stopWithinMs({ DRAIN_SECONDS: '60' }).api).to.equal(90_000);
  });
});
