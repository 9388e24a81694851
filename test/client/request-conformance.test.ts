import { readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { ApiError, VerificationClient } from '../../client/src/index.js';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { closeServer, listen } from '../../shared/ops/listen.js';
import { buildSamples, languagesHere, runSample } from '../support/repository/samples.js';
import { clientRequest } from './parts.js';

type ScriptedAnswer = 'lost' | 'broken_off' | { http: number; headers: Record<string, string>; body: object };

interface Case {
  name: string;
  do: 'submit' | 'list' | 'feed';
  after?: string;
  answers: ScriptedAnswer[];
  expected: {
    requests: string[];
    result?: { request_id: string; status: string; outcome?: string };
    items?: string[];
    told?: string;
  };
}

interface Heard {
  method: string;
  url: URL;
  key: string | undefined;
  body: string;
}

const { cases } = JSON.parse(readFileSync('docs/conformance/requests.json', 'utf8')) as { cases: Case[] };
const KEY = 'lease-17';
/** A request that was accepted, and as many answers of a gateway as no sample waits for. */
const GATEWAY_INSTEAD: ScriptedAnswer[] = [
  { http: 202, headers: {}, body: { request_id: 'ver_01h2xcejqtf2nbrexx3vqjhp41', status: 'pending' } },
  gatewayAnswer(() => new Date(Date.now() + 2_000).toUTCString(), { status: 502 }),
  ...Array.from({ length: 10 }, () => gatewayAnswer(() => '1')),
];

describe('the cases of docs/conformance/requests.json', function () {
  this.timeout(180_000);

  let server: Server;
  let origin: string;
  let answers: ScriptedAnswer[];
  let heard: Heard[];
  before(async () => {
    server = createServer((req, res) => void handle(req, res));
    origin = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`;
  });
  after(async () => {
    server.closeAllConnections();
    await closeServer(server);
  });

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await text(req);
    const inBody = body === '' ? undefined : JSON.parse(body).idempotency_key;
    const key = inBody ?? req.headers['idempotency-key'];
    const answer = answers[heard.length];
    heard.push({ method: req.method ?? '', url: new URL(req.url ?? '', origin), key, body });
    if (answer === 'lost') res.destroy();
    else if (answer === 'broken_off') breakOff(res);
    else if (answer === undefined) res.writeHead(500).end('{}');
    else
      res
        .writeHead(answer.http, { 'Content-Type': 'application/json', ...answer.headers })
        .end(JSON.stringify(answer.body));
  }

  function begin({ answers: scripted }: Case): void {
    answers = scripted;
    heard = [];
  }

  function expectRequests({ name, do: task, expected }: Case): void {
    const made = heard.map(({ method, url }, index) => {
      const [, , parameter] = expected.requests[index]?.split(' ') ?? [];
      const isThere = parameter !== undefined && url.search.slice(1).split('&').includes(parameter);
      return `${method} ${url.pathname}${isThere ? ` ${parameter}` : ''}`;
    });
    expect(made, name).to.deep.equal(expected.requests);
    if (task !== 'submit') return;
    const submissions = heard
      .filter(({ method }) => method === 'POST')
      .map(({ key, body }) => ({ key, body }));
    expect(submissions[0]?.key, name).to.equal(KEY);
    expect(new Set(submissions.map(({ body }) => body)).size, name).to.equal(1);
  }

  for (const one of cases) {
    it(`hold for the client package: ${one.name}`, async () => {
      begin(one);
      const client = new VerificationClient({ baseUrl: origin, token: 'vk_synthetic' });
      const outcome = await run(client, one).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        return { told: error.status };
      });
      const { requests: _requests, ...expected } = one.expected;
      expect(outcome).to.deep.equal(expected);
      expectRequests(one);
    });
  }

  for (const language of languagesHere()) {
    it(`hold for the sample for ${language.name}, as far as they submit`, async () => {
      const built = temporaryFolder();
      try {
        buildSamples(language, built);
        for (const one of casesFor(language.name)) {
          begin(one);
          const variables = { BASE: `${origin}/api/v1`, TOKEN: 'vk_synthetic' };
          const { code, said, complained } = await runSample([...language.submit(built), KEY], variables);
          const { result, told } = one.expected;
          if (result !== undefined) {
            const words = [result.request_id, result.status, result.outcome].filter(Boolean).join(' ');
            expect(said, `${one.name}: ${complained}`).to.equal(words);
          } else {
            expect(code, one.name).to.not.equal(0);
            expect(complained, one.name).to.include(told);
          }
          expectRequests(one);
        }
      } finally {
        rmSync(built, { recursive: true });
      }
    });

    it(`are results for the sample for ${language.name} only where the service gives them, not a gateway`, async () => {
      const built = temporaryFolder();
      try {
        buildSamples(language, built);
        answers = GATEWAY_INSTEAD;
        heard = [];
        const variables = { BASE: `${origin}/api/v1`, TOKEN: 'vk_synthetic' };
        const { code, said, complained } = await runSample([...language.submit(built), KEY], variables);
        expect(code, said).to.not.equal(0);
        expect(said).to.equal('');
        expect(complained).to.include('upstream server');
      } finally {
        rmSync(built, { recursive: true });
      }
    });
  }
});

/**
 * An answer of a gateway, which may say by a date when to try again (RFC 9110 10.2.3), and by a number what is wrong
 * (RFC 9457 3.1.2), as the service never does.
 */
function gatewayAnswer(retryAfter: () => string, more = {}): ScriptedAnswer {
  return {
    http: 502,
    get headers() {
      return { 'Retry-After': retryAfter() };
    },
    body: { ...more, message: 'An invalid response was received from the upstream server' },
  };
}

/** Sends the beginning of an answer, then ends the connection in order, as a proxy does whose server has died. */
function breakOff(res: ServerResponse): void {
  const body = JSON.stringify({ request_id: 'ver_01h2xcejqtf2nbrexx3vqjhp41', status: 'completed' });
  res.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': body.length });
  res.write(body.slice(0, -20), () => res.socket?.end());
}

/**
 * All cases for languages that start quickly; the others only show that, in the worst case, they send the same request
 * again.
 */
function casesFor(language: string): Case[] {
  const submitting = cases.filter(({ do: task }) => task === 'submit');
  if (language === 'curl and openssl') {
    return submitting.filter(({ expected }) => expected.told !== 'provider_unavailable');
  }
  return ['Node', 'Python', 'PHP', 'Go'].includes(language)
    ? submitting
    : submitting.filter(({ answers }) => answers.includes('lost') || answers.includes('broken_off'));
}

/** Does with the client what a case describes, and returns what its caller gets, in the terms of the cases. */
async function run(client: VerificationClient, { do: task, after }: Case): Promise<object> {
  if (task === 'list') {
    const items = [];
    for await (const { request_id } of client.history()) items.push(request_id);
    return { items };
  }
  if (task === 'feed') {
    const items = [];
    for await (const { event_id } of client.events(after === undefined ? {} : { after }))
      items.push(event_id);
    return { items };
  }
  const found = await client.verify({ ...clientRequest(), idempotency_key: KEY });
  const { request_id, status } = found;
  if (status === 'provider_unavailable') return { told: status };
  return {
    result: { request_id, status, ...('result' in found && { outcome: found.result.outcome }) },
  };
}
