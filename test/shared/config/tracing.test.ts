import { expect } from 'chai';
import { ConfigError, type Environment, EnvironmentReader } from '../../../shared/config/environment.js';
import { readTracing } from '../../../shared/config/tracing.js';

const ENDPOINT = 'http://collector.example:4318';

function read(environment: Environment): boolean | readonly string[] {
  const reader = new EnvironmentReader(environment);
  const tracing = readTracing(reader);
  try {
    reader.finish();
    return tracing;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.faults;
  }
}

describe('the configuration of traces', () => {
  it('is off without an endpoint, whatever else is set', () => {
    expect(read({})).to.equal(false);
    expect(read({ OTEL_TRACES_SAMPLER: 'sometimes', OTEL_EXPORTER_OTLP_ENDPOINT: ' ' })).to.equal(false);
  });

  it('is on with either endpoint', () => {
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT })).to.equal(true);
    expect(read({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${ENDPOINT}/v1/traces` })).to.equal(true);
  });

  it('is off when OpenTelemetry is switched off by its own variables', () => {
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_SDK_DISABLED: 'TRUE' })).to.equal(false);
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_TRACES_EXPORTER: 'none' })).to.equal(false);
  });

  it('takes a sampler with its share', () => {
    for (const share of ['0', '0.25', '1', '1.0']) {
      const environment = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: share };
      expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, ...environment }), share).to.equal(true);
    }
  });

  it('takes headers and attributes, as they are written for the SDK', () => {
    for (const list of [
      'x-tenant=one',
      'Authorization=Basic%20YQ==, x-tenant=one',
      'deployment.environment=',
      'a=1,',
    ])
      for (const name of ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_RESOURCE_ATTRIBUTES'])
        expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, [name]: list }), list).to.equal(true);
  });

  it('names everything at once that the SDK would silently pass over', () => {
    expect(
      read({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
        OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
        OTEL_TRACES_EXPORTER: 'zipkin',
        OTEL_TRACES_SAMPLER: 'sometimes',
        OTEL_TRACES_SAMPLER_ARG: '5%',
        OTEL_EXPORTER_OTLP_TIMEOUT: '10s',
        OTEL_BSP_MAX_QUEUE_SIZE: '0',
        OTEL_EXPORTER_OTLP_HEADERS: 'Authorization: Basic YQ==',
      }),
    ).to.deep.equal([
      'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL that starts with https:// or http://',
      'OTEL_TRACES_EXPORTER must be one of otlp',
      'OTEL_EXPORTER_OTLP_PROTOCOL must be one of http/json',
      'OTEL_TRACES_SAMPLER must be one of always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off, parentbased_traceidratio',
      'OTEL_EXPORTER_OTLP_TIMEOUT must be a whole number from 1 to 3600000',
      'OTEL_BSP_MAX_QUEUE_SIZE must be a whole number from 1 to 3600000',
      'OTEL_EXPORTER_OTLP_HEADERS must be key=value, separated by commas',
      'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1',
    ]);
  });
});
