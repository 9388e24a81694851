import { readInfo } from '../../../shared/redis/read-info.js';

/**
 * Returns one field of INFO's answer. Throws if it is missing: not every server that speaks Redis reports all of it.
 */
export function readReport(info: string, field: string): string {
  const value = readInfo(info, field);
  if (value === undefined) throw new Error(`Redis does not report ${field}`);
  return value;
}
