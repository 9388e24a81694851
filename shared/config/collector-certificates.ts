import { readFileSync } from 'node:fs';

/** What OpenTelemetry's own agent reads from files, by the end of the variables that name them. */
const FILES = { ca: 'CERTIFICATE', cert: 'CLIENT_CERTIFICATE', key: 'CLIENT_KEY' } as const;

/**
 * Reads the certificates of connections to the collector, for an agent that replaces that of OpenTelemetry. As there, a
 * file that cannot be read does not keep the process from starting.
 */
export function readCollectorCertificates(
  environment = process.env,
): Partial<Record<keyof typeof FILES, Buffer>> {
  const contents = Object.entries(FILES).map(([option, name]) => {
    const file =
      environment[`OTEL_EXPORTER_OTLP_TRACES_${name}`] || environment[`OTEL_EXPORTER_OTLP_${name}`];
    return [option, file ? contentOf(file) : undefined] as const;
  });
  return Object.fromEntries(contents.filter(([, content]) => content !== undefined));
}

function contentOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
