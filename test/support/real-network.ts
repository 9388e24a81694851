import nock from 'nock';

/** Takes nock's hands off node:http for the surrounding `describe`, which is about real sockets. */
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
