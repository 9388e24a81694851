import { NO_TRACING, type Tracing } from './tracing.js';

/** Opens what exports the traces of this process. Without `configured` nothing of OpenTelemetry is even loaded. */
export async function openTracing(processName: 'api' | 'worker', configured: boolean): Promise<Tracing> {
  if (!configured) return NO_TRACING;
  const { startOpenTelemetry } = await import('./open-telemetry.js');
  return startOpenTelemetry(processName);
}
