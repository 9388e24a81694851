import type { EnvironmentReader } from './environment.js';

const ENDPOINTS = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const;
const PROTOCOLS = ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'] as const;
/** In milliseconds, and spans. */
const NUMBERS = [
  'OTEL_EXPORTER_OTLP_TRACES_TIMEOUT',
  'OTEL_EXPORTER_OTLP_TIMEOUT',
  'OTEL_BSP_SCHEDULE_DELAY',
  'OTEL_BSP_EXPORT_TIMEOUT',
  'OTEL_BSP_MAX_QUEUE_SIZE',
  'OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
] as const;
const LISTS = [
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_RESOURCE_ATTRIBUTES',
] as const;
/** `key=value`, separated by commas. */
const LIST = /^[^=,\s]+\s*=[^,]*(,\s*[^=,\s]+\s*=[^,]*)*,?$/;
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
  for (const name of NUMBERS) reader.integer(name, 1, 1, 3_600_000);
  for (const name of LISTS)
    if (!LIST.test(reader.optional(name) ?? 'none='))
      reader.fault(name, 'must be key=value, separated by commas');
  const share = reader.optional('OTEL_TRACES_SAMPLER_ARG');
  if (share !== undefined && !/^(0(\.\d{1,15})?|1(\.0{1,15})?)$/.test(share)) {
    reader.fault('OTEL_TRACES_SAMPLER_ARG', 'must be a number from 0 to 1');
  }
  return true;
}
