import { NO_TRACING, type Tracing } from './tracing.js';

/** Opens the trace exporter of this process. Without `configured`, OpenTelemetry is not even loaded. */
export async function openTracing(processName: 'api' | 'worker', configured: boolean): Promise<Tracing> {
  if (!configured) return NO_TRACING;
  const { startOpenTelemetry } = await import('./open-telemetry.js');
  return startOpenTelemetry(processName);
}
