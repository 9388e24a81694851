/** Returns one field of INFO's answer as text; undefined if this server does not have it. */
export function readInfo(info: string, field: string): string | undefined {
  const line = info.split('\n').find((one) => one.startsWith(`${field}:`));
  return line?.slice(field.length + 1).trim();
}
