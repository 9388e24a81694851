/** What a span says: ids, codes and counts, never personal data. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  kind: 'server' | 'consumer' | 'client' | 'internal';
  /** W3C trace context of the span that caused this one; without it, or when it is not valid, a trace begins. */
  parent?: string | undefined;
  /** Trace contexts of spans that this one worked for beside its parent. */
  links?: readonly string[];
  attributes?: SpanAttributes;
  /** When it began, in milliseconds since 1970; now unless given. */
  startedAt?: number;
}

export interface SpanEnd {
  /** A better name than the one it began with. */
  name?: string;
  attributes?: SpanAttributes;
  failed?: boolean;
}

/** Some work of this process, shown in the trace that it belongs to. */
export interface TracedSpan {
  /** W3C trace context by which others continue the trace; undefined when nothing is traced. */
  readonly traceparent: string | undefined;
  link(traceparent: string): void;
  end(end?: SpanEnd): void;
}

/** Where spans go. Contexts are passed on by hand, so that nothing has to be remembered per request when it is off. */
export interface Tracing {
  readonly enabled: boolean;
  start(name: string, start: SpanStart): TracedSpan;
  /** Sends what is still to be sent, as far as that goes quickly. Never throws. */
  stop(): Promise<void>;
}

/** The span of everything while nothing is traced. */
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
