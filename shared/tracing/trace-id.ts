/** The field that links a log line to its trace; none if tracing is off. */
export function traceIdIn(traceparent: string | undefined): { trace_id?: string } {
  return traceparent === undefined ? {} : { trace_id: traceparent.slice(3, 35) };
}
