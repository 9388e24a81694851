import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { openApiDocument } from '../../../api/openapi/document.js';
import { type Collection, type CollectionItem, collectionOf } from '../../../scripts/openapi/collection.js';
import type { Answer } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

describe('the collection of requests in docs/collection.json', () => {
  const text = readFileSync('docs/collection.json', 'utf8');
  const collection = JSON.parse(text) as Collection;
  const document = openApiDocument();
  const items = collection.item.flatMap(({ item }) => item);

  let api: TestApi;
  let variables: Record<string, string>;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());
  beforeEach(() => {
    variables = { base_url: api.url, $guid: randomUUID() };
  });

  const initialOf = (name: string) => collection.variable.find(({ key }) => key === name)?.value ?? '';
  const fill = (template: string) =>
    template.replace(/\{\{([^}]+)\}\}/g, (_all, name) => variables[name] ?? '');
  const find = (method: string, path: string): CollectionItem => {
    const item = items.find(({ request }) => request.method === method && request.url.raw.endsWith(path));
    if (item === undefined) throw new Error(`There is no ${method} ${path}`);
    return item;
  };

  /**
   * Sends a request the way programs that import the collection do: what is not disabled, with all variables filled in.
   * Then runs its script on the answer.
   */
  async function send({ request, event = [] }: CollectionItem): Promise<Answer> {
    const { method, header, url, body, auth } = request;
    const ids = new Map(url.variable.map(({ key, value }) => [`:${key}`, fill(value)]));
    const path = url.path.map((step) => ids.get(step) ?? step).join('/');
    const client = auth?.type === 'noauth' ? api.client : api.client.withToken(fill('{{token}}'));
    const headers = Object.fromEntries(
      header
        .filter(({ disabled }) => disabled !== true)
        .map(({ key, value }) => [key.toLowerCase(), fill(value)]),
    );
    const answer = await client.send(method, `/${path}`, {
      headers,
      ...(body !== undefined && { body: fill(body.raw) }),
    });
    const set = (name: string, value: string) => Object.assign(variables, { [name]: value });
    const pm = { response: { json: () => answer.body }, collectionVariables: { set } };
    for (const { script } of event) runInNewContext(script.exec.join('\n'), { pm });
    return answer;
  }

  it('is what the API description gives now', () => {
    expect(
      text === `${JSON.stringify(collectionOf(document), null, 2)}\n`,
      'run npm run collection',
    ).to.equal(true);
  });

  it('has every operation once', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const requests = items.map(({ request: { method, url } }) => {
      const path = url.path.map((step) => step.replace(/^:(\w+)$/, '{$1}')).join('/');
      return `${method} /${path}`;
    });
    expect(requests).to.have.members(operations);
  });

  it('names every variable that it uses, and gives each step of a path a value', () => {
    const used = new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name));
    expect(collection.variable.map(({ key }) => key)).to.include.members([...used]);
    for (const { request, name } of items) {
      const steps = request.url.path.filter((step) => step.startsWith(':')).map((step) => step.slice(1));
      expect(
        request.url.variable.map(({ key }) => key),
        name,
      ).to.deep.equal(steps);
      for (const { value } of request.url.variable) {
        const filled = value.replace(/^\{\{(\w+)\}\}$/, (_all, key) => initialOf(key));
        expect(filled, name).to.match(/^([a-z]{3}_[0-9a-z]{26}|said_verification|1)$/);
      }
    }
  });

  it('can be sent: sign in, submit, and read report, wallet and events', async () => {
    const user = await api.createClientUser();
    const login = find('POST', '/api/v1/login');
    const body = JSON.parse(login.request.body?.raw ?? '') as { email: string; password: string };
    const { email, password } = user;
    const filled = { ...body, email, password };
    const signedIn = await send({
      ...login,
      request: {
        ...login.request,
        body: { mode: 'raw', raw: JSON.stringify(filled), options: { raw: { language: 'json' } } },
      },
    });
    expect(signedIn.status).to.equal(200);

    const submission = find('POST', '/api/v1/verifications');
    const made = await send(submission);
    expect(made.status, JSON.stringify(made.body)).to.equal(202);
    expect((await send(submission)).body.request_id, 'the same key').to.equal(made.body.request_id);
    variables.$guid = randomUUID();
    expect((await send(submission)).body.request_id).to.not.equal(made.body.request_id);
    const latest = variables.request_id;
    expect(latest).to.match(/^ver_/);
    const report = await send(find('GET', '/api/v1/verifications/:id'));
    expect(report.body).to.include({ request_id: latest, status: 'pending' });
    expect((await send(find('POST', '/api/v1/webhooks'))).status).to.equal(201);
    for (const [method, path] of [
      ['GET', '/api/v1/webhooks/:id/deliveries'],
      ['DELETE', '/api/v1/webhooks/:id'],
    ] as const) {
      expect((await send(find(method, path))).status, path).to.be.within(200, 204);
    }
    variables.token = '';
    expect((await send(submission)).status).to.equal(401);
    expect(variables.request_id, 'kept when an answer has none').to.equal(latest);
    variables.token = signedIn.body.access_token;
    for (const path of ['/api/v1/wallet', '/api/v1/events', '/api/v1/verifications']) {
      expect((await send(find('GET', path))).status, path).to.equal(200);
    }
  });
});
