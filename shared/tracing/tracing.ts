/** The attributes of a span: ids, codes and counts, never personal data. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  kind: 'server' | 'consumer' | 'client' | 'internal';
  /** W3C trace context of the parent span; if absent or invalid, a new trace begins. */
  parent?: string | undefined;
  /** Trace contexts of other spans this one works for, besides its parent. */
  links?: readonly string[];
  attributes?: SpanAttributes;
  /** Start time in milliseconds since 1970; the default is now. */
  startedAt?: number;
}

export interface SpanEnd {
  /** Replaces the name the span started with. */
  name?: string;
  attributes?: SpanAttributes;
  failed?: boolean;
}

/** A unit of work of this process, shown in its trace. */
export interface TracedSpan {
  /** W3C trace context with which others continue the trace; undefined if tracing is off. */
  readonly traceparent: string | undefined;
  link(traceparent: string): void;
  end(end?: SpanEnd): void;
}

/** Receives spans. Contexts are passed explicitly, so that nothing has to be kept per request when tracing is off. */
export interface Tracing {
  readonly enabled: boolean;
  start(name: string, start: SpanStart): TracedSpan;
  /** Sends the remaining spans, if that can be done quickly. Never throws. */
  stop(): Promise<void>;
}

/** Stands in for every span when tracing is off. */
export const NO_SPAN: TracedSpan = {
  traceparent: undefined,
  link: () => undefined,
  end: () => undefined,
};

/** Traces nothing, at no cost. */
export const NO_TRACING: Tracing = {
  enabled: false,
  start: () => NO_SPAN,
  stop: () => Promise.resolve(),
};
