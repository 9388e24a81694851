import { expect } from 'chai';
import { accessWords } from '../../../api/docs/pages/access-words.js';

const SEE = '. See [authentication](/docs/reference/authentication).';

describe('what the reference says an operation needs', () => {
  it('names each way to sign in once, however many scopes will do', () => {
    const security = ['admin', 'auditor'].flatMap((scope) => [
      { bearerAuth: [scope] },
      { cookieAuth: [scope] },
    ]);
    expect(accessWords({ security })).to.equal(
      `Needs an access token or the session cookie with the scope \`admin\` or \`auditor\`${SEE}`,
    );
  });

  it('tells the scope of a token from that of a key', () => {
    const security = [{ bearerAuth: ['client'] }, { apiKeyAuth: ['submit'] }, { cookieAuth: ['client'] }];
    expect(accessWords({ security })).to.equal(
      `Needs an access token or the session cookie with the scope \`client\`, or an API key with the scope \`submit\`${SEE}`,
    );
  });

  it('names no scope where any will do, and no token where none is needed', () => {
    const security = [{ bearerAuth: [] }, { apiKeyAuth: [] }, { cookieAuth: [] }];
    expect(accessWords({ security })).to.equal(
      `Needs an access token, the session cookie or an API key with any scope${SEE}`,
    );
    expect(accessWords({ security: [] })).to.equal('Public: no token is needed.');
  });
});
