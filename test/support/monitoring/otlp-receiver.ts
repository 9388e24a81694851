import { createServer } from 'node:http';
import { closeServer, listen } from '../../../shared/ops/listen.js';

/** A span in OTLP's JSON, as far as the tests look at it. */
export interface ReceivedSpan {
  service: string;
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  attributes: Readonly<Record<string, unknown>>;
  links: readonly { traceId: string; spanId: string }[];
  failed: boolean;
}

export interface OtlpReceiver {
  url: string;
  spans: readonly ReceivedSpan[];
  /** Every body received, as text. */
  bodies: readonly string[];
  close(): Promise<void>;
}

type Attributes = { key: string; value: Record<string, unknown> }[];

interface WireSpan extends Omit<ReceivedSpan, 'service' | 'attributes' | 'links' | 'failed'> {
  attributes?: Attributes;
  links?: ReceivedSpan['links'];
  status?: { code?: number };
}

interface Export {
  resourceSpans: { resource: { attributes: Attributes }; scopeSpans: { spans: WireSpan[] }[] }[];
}

/** A collector that keeps everything it receives. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    bodies.push(body);
    if (req.method === 'POST' && req.url === '/v1/traces')
      spans.push(...readSpans(JSON.parse(body) as Export));
    res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  const url = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`;
  return { url, spans, bodies, close: () => closeServer(server) };
}

function readSpans({ resourceSpans }: Export): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        service: String(valuesOf(resource.attributes)['service.name']),
        name: span.name,
        kind: span.kind,
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId === '' ? undefined : span.parentSpanId,
        attributes: valuesOf(span.attributes ?? []),
        links: (span.links ?? []).map(({ traceId, spanId }) => ({ traceId, spanId })),
        failed: span.status?.code === 2,
      })),
    ),
  );
}

function valuesOf(attributes: Attributes): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
