import nock from 'nock';

/** Disables nock for the surrounding `describe`, which tests real sockets. */
export function useRealNetwork(): void {
  let wasActive = false;
  before(() => {
    wasActive = nock.isActive();
    nock.restore();
  });
  after(() => {
    if (wasActive) nock.activate();
  });
}
