/** What leads from a log line to its trace; nothing while tracing is off. */
export function traceIdIn(traceparent: string | undefined): { trace_id?: string } {
  return traceparent === undefined ? {} : { trace_id: traceparent.slice(3, 35) };
}
