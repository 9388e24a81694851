import type { EnvironmentReader } from './environment.js';

const ENDPOINTS = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const;
const PROTOCOLS = ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'] as const;
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/**
 * Whether traces are exported: an endpoint is set and OpenTelemetry is not disabled. The SDK reads the variables itself
 * and silently ignores what it does not understand, so that is a fault here.
 */
export function readTracing(reader: EnvironmentReader): boolean {
  const endpoints = ENDPOINTS.filter((name) => reader.optional(name) !== undefined);
  const off =
    reader.optional('OTEL_SDK_DISABLED')?.toLowerCase() === 'true' ||
    reader.optional('OTEL_TRACES_EXPORTER') === 'none';
  if (endpoints.length === 0 || off) return false;
  for (const name of endpoints) reader.url(name, ['https:', 'http:'], '');
  reader.oneOf('OTEL_TRACES_EXPORTER', ['otlp'], 'otlp');
  for (const name of PROTOCOLS) reader.oneOf(name, ['http/json'], 'http/json');
  reader.oneOf('OTEL_TRACES_SAMPLER', SAMPLERS, 'parentbased_always_on');
  const share = reader.optional('OTEL_TRACES_SAMPLER_ARG');
  if (share !== undefined && !/^(0(\.\d{1,15})?|1(\.0{1,15})?)$/.test(share)) {
    reader.fault('OTEL_TRACES_SAMPLER_ARG', 'must be a number from 0 to 1');
  }
  return true;
}
