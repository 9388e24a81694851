import type { AgentOptions } from 'node:https';
import {
  type Context,
  type Link,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { readCollectorCertificates } from '../config/collector-certificates.js';
import { sharedLookup } from '../shared-lookup.js';
import { withinTime } from '../within-time.js';
import type { SpanEnd, SpanStart, TracedSpan, Tracing } from './tracing.js';

/** More than the items of a batch: OpenTelemetry keeps 128 links by default. */
const LINKS = 256;
/** An unreachable collector must not hold up the end of the process. */
const STOP_WITHIN_MS = 3_000;

const KINDS = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
} as const satisfies Record<SpanStart['kind'], SpanKind>;

/**
 * Starts exporting spans by OTLP over HTTP, in the background and in batches; what an unreachable collector does not
 * take is dropped. The SDK reads endpoint, headers, sampler, service name and limits from the environment.
 */
export function startOpenTelemetry(processName: 'api' | 'worker'): Tracing {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': `verification-${processName}` }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanLimits: { linkCountLimit: LINKS },
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ httpAgentOptions: agentOptions() }))],
  });
  // The provider is registered for its W3C propagator. Contexts are passed explicitly: tracking them through every
  // await would cost more.
  provider.register({ contextManager: null });
  const tracer = provider.getTracer('verification-service');

  function start(name: string, { kind, parent, links = [], attributes, startedAt }: SpanStart): TracedSpan {
    const span = tracer.startSpan(
      name,
      {
        kind: KINDS[kind],
        links: links.flatMap(linkTo),
        ...(attributes !== undefined && { attributes: { ...attributes } }),
        ...(startedAt !== undefined && { startTime: startedAt }),
      },
      contextOf(parent),
    );
    return {
      traceparent: traceparentOf(span),
      link: (traceparent) => void span.addLinks(linkTo(traceparent)),
      end: (end) => endSpan(span, end),
    };
  }
  return {
    enabled: true,
    start,
    stop: () => withinTime(provider.shutdown(), STOP_WITHIN_MS).catch(() => undefined),
  };
}

/**
 * How the collector is reached. Exports go on while others hang: each looked its name up for itself, so that while its
 * name server was silent no name was resolved for the provider or a database.
 */
function agentOptions(): AgentOptions {
  return { keepAlive: true, lookup: sharedLookup, ...readCollectorCertificates() };
}

function endSpan(span: Span, { name, attributes, failed }: SpanEnd = {}): void {
  if (name !== undefined) span.updateName(name);
  if (attributes !== undefined) span.setAttributes({ ...attributes });
  // Without a message: messages from libraries may quote data.
  if (failed === true) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

function contextOf(traceparent: string | undefined): Context {
  return traceparent === undefined ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent });
}

function linkTo(traceparent: string): Link[] {
  const context = trace.getSpanContext(contextOf(traceparent));
  return context === undefined ? [] : [{ context }];
}

function traceparentOf(span: Span): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(trace.setSpan(ROOT_CONTEXT, span), carrier);
  return carrier.traceparent;
}
