import { expect } from 'chai';
import { httpAnswer, type RawProvider, startRawProvider } from '../../harness/raw-provider.js';
import { waitFor } from '../../harness/wait-for.js';
import { fromPublicId } from '../../shared/domain/ids.js';
import { submit } from '../support/checks/submit.js';
import {
  type OtlpReceiver,
  type ReceivedSpan,
  startOtlpReceiver,
} from '../support/monitoring/otlp-receiver.js';
import { type SeededClient, type Service, startService } from '../support/processes/service.js';
import { readFixture } from '../support/provider/provider-fixtures.js';

const CALLER = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const SUBJECT = '0001010000071';

/** The numbers of OTLP. */
const KIND = { internal: 1, server: 2, client: 3, consumer: 5 };

describe('the traces of real processes', function () {
  this.timeout(90_000);

  let receiver: OtlpReceiver;
  let provider: RawProvider;
  let service: Service;
  let client: SeededClient;
  before(async () => {
    receiver = await startOtlpReceiver();
    const { status, body } = readFixture('verify/said-positive');
    provider = await startRawProvider((socket) => void socket.end(httpAnswer(status, JSON.stringify(body))));
    service = await startService({
      providerUrl: provider.url,
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
        OTEL_BSP_SCHEDULE_DELAY: '50',
        TRUST_PROXY: 'loopback',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
      },
    });
    client = await service.seedClient();
  });
  after(async () => {
    await service.stop();
    await receiver.close();
    await provider.close();
  });

  const inTrace = (traceId: string) => receiver.spans.filter((span) => span.traceId === traceId);

  async function traced(
    traceparent: string,
    count: number,
    traceId: string,
  ): Promise<readonly ReceivedSpan[]> {
    const answer = await submit(service.api.client, client.token, {
      prefer: 'wait=20',
      headers: { traceparent },
      body: { subject: SUBJECT },
    });
    expect(answer.status).to.equal(201);
    await waitFor(() => inTrace(traceId).length >= count, { describe: 'the spans', timeoutMs: 20_000 });
    return inTrace(traceId);
  }

  it('lead from the caller through the queue to the provider, and to the commits that were shared', async () => {
    const spans = await traced(`00-${CALLER.traceId}-${CALLER.spanId}-01`, 5, CALLER.traceId);
    const named = (name: string): ReceivedSpan => {
      const found = spans.filter((span) => span.name === name);
      expect(found, name).to.have.lengthOf(1);
      return found[0] as ReceivedSpan;
    };
    const server = named('POST /api/v1/verifications');
    expect(server).to.deep.include({
      service: 'verification-api',
      kind: KIND.server,
      parentSpanId: CALLER.spanId,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/v1/verifications',
        'http.response.status_code': 201,
      },
    });
    const job = named('check job');
    expect(job).to.deep.include({
      service: 'verification-worker',
      kind: KIND.consumer,
      parentSpanId: server.spanId,
    });
    expect(named('POST /verify')).to.deep.include({
      kind: KIND.client,
      parentSpanId: job.spanId,
      attributes: {
        'http.request.method': 'POST',
        'url.template': '/verify',
        'http.response.status_code': 200,
        'provider.verdict': 'answered',
      },
    });
    for (const [name, parent] of [
      ['accept', server],
      ['settle', job],
    ] as const) {
      const span = named(name);
      expect(span.parentSpanId, name).to.equal(parent.spanId);
      const batch = receiver.spans.find(({ spanId }) => spanId === span.links[0]?.spanId);
      expect(batch, name).to.deep.include({ name: `${name} batch`, attributes: { 'batch.items': 1 } });
      expect(batch?.links, name).to.deep.equal([{ traceId: span.traceId, spanId: span.spanId }]);
    }
    expect(spans).to.have.lengthOf(5);
    expect(spans.filter(({ failed }) => failed)).to.deep.equal([]);
  });

  it('survive the loss of the job, because PostgreSQL holds them', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const worker = service.workers[0];
    worker?.freeze();
    const waiting = submit(service.api.client, client.token, {
      prefer: 'wait=30',
      headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    });
    await waitFor(
      async () =>
        (await service.db.query('SELECT FROM verifications WHERE traceparent LIKE $1', [`00-${traceId}-%`]))
          .length === 1,
      { describe: 'the request is accepted', timeoutMs: 20_000 },
    );
    await service.redis.flushdb();
    worker?.thaw();
    expect((await waiting).status).to.equal(201);
    await waitFor(() => inTrace(traceId).some(({ name }) => name === 'POST /verify'), {
      describe: 'the call in the same trace',
      timeoutMs: 20_000,
    });
  });

  it('are on the log lines of their requests', async () => {
    const lines = service.api.logs().filter(({ trace_id }) => trace_id === CALLER.traceId);
    expect(lines.map(({ msg }) => msg)).to.deep.equal(['request']);
    const ofWorkers = service.workers.flatMap((worker) => worker.logs());
    const messages = ofWorkers.filter(({ trace_id }) => trace_id === CALLER.traceId).map(({ msg }) => msg);
    expect(messages).to.include('provider call finished');
  });

  it('hold nothing of a person, and are not told to the provider', async () => {
    const [verification] = await service.db.query<{ id: string }>('SELECT id FROM verifications LIMIT 1');
    const sent = receiver.bodies.join('\n');
    expect(sent).to.include(verification?.id ?? 'nothing');
    for (const canary of [SUBJECT, SUBJECT.slice(-4).padStart(13, '*'), client.email, client.token]) {
      expect(sent, canary).not.to.include(canary);
    }
    expect(provider.requests).not.to.have.lengthOf(0);
    for (const request of provider.requests) expect(request.toLowerCase()).not.to.include('traceparent');
  });

  it('follow the caller in not being sampled', async () => {
    const traceId = '11111111111111111111111111111111';
    await submit(service.api.client, client.token, {
      prefer: 'wait=20',
      headers: { traceparent: `00-${traceId}-2222222222222222-00` },
    });
    const answer = await submit(service.api.client, client.token, { prefer: 'wait=20' });
    const later = fromPublicId('verification', answer.body.request_id as string);
    await waitFor(() => receiver.spans.some(({ attributes }) => attributes['verification.id'] === later), {
      describe: 'the spans of a later request',
      timeoutMs: 20_000,
    });
    expect(inTrace(traceId)).to.deep.equal([]);
  });

  it('follow no stranger: without TRUST_PROXY a traceparent decides neither the trace nor its sampling', async () => {
    const api = await service.startApi({ TRUST_PROXY: 'off' });
    const traceId = '55555555555555555555555555555555';
    const answer = await submit(api.client, client.token, {
      prefer: 'wait=20',
      headers: { traceparent: `00-${traceId}-6666666666666666-00` },
    });
    const id = fromPublicId('verification', answer.body.request_id as string);
    await waitFor(() => receiver.spans.some(({ attributes }) => attributes['verification.id'] === id), {
      describe: 'the spans of the request',
      timeoutMs: 20_000,
    });
    expect(inTrace(traceId)).to.deep.equal([]);
  });

  it('are not stored when no endpoint is given', async () => {
    const api = await service.startApi({ OTEL_EXPORTER_OTLP_ENDPOINT: '' });
    const answer = await submit(api.client, client.token, {
      prefer: 'wait=20',
      headers: { traceparent: `00-${'3'.repeat(32)}-4444444444444444-01` },
    });
    const id = fromPublicId('verification', answer.body.request_id as string);
    const [row] = await service.db.query('SELECT traceparent FROM verifications WHERE id = $1', [id]);
    expect(row).to.deep.equal({ traceparent: null });
  });

  it('end with the process when the collector is away', async () => {
    const api = await service.startApi({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    await api.client.get('/healthz');
    const startedAt = performance.now();
    expect(await api.stop()).to.deep.equal({ code: 0, signal: null });
    expect(performance.now() - startedAt).to.be.below(10_000);
  });
});
