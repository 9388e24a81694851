import { type LogKey, readLogKey } from './witness.js';

/** The witness's settings from its environment. */
export interface Settings {
  /** Its name in its signatures. */
  name: string;
  /** The folder of its key and memory: without them it would be a different witness. */
  folder: string;
  logs: readonly LogKey[];
  host: string;
  port: number;
}

/** Reads the settings, and lists everything wrong with them by variable. With faults they are unusable. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): {
  settings: Settings;
  faults: readonly string[];
} {
  const faults: string[] = [];
  const read = (name: string, otherwise: string): string => environment[name]?.trim() || otherwise;
  const name = read('WITNESS_NAME', 'witness');
  if (/[\s+]/.test(name))
    faults.push('WITNESS_NAME must have no spaces and no +: they separate the parts of keys');
  const host = read('HOST', '127.0.0.1');
  const port = read('PORT', '7380');
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    faults.push('PORT must be a whole number from 0 to 65535');
  const logs = readLogs(read('WITNESS_LOGS', ''), faults);
  const folder = read('WITNESS_DIR', '.data/witness');
  return { settings: { name, folder, logs, host, port: Number(port) }, faults };
}

/** A log that changed its key shows several, one per line. */
function readLogs(text: string, faults: string[]): LogKey[] {
  const keys = text.split(/[,\s]+/).filter((key) => key !== '');
  if (keys.length === 0)
    faults.push('WITNESS_LOGS is not set: set it to the keys of the logs to watch, as shown by /log/vkey');
  return keys.flatMap((key) => {
    try {
      return [readLogKey(key)];
    } catch (error) {
      faults.push(`WITNESS_LOGS: ${(error as Error).message}`);
      return [];
    }
  });
}
