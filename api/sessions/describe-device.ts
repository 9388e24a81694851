/** Most specific first: nearly every browser claims to be several others too. */
const PROGRAMS: readonly [mark: RegExp, name: string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^python|^Python/, 'Python'],
  [/^(?:node|undici|axios)/, 'Node.js'],
];
const SYSTEMS: readonly [mark: RegExp, name: string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Describes a program and its system in words a person recognises; nothing of the header itself is kept. */
export function describeDevice(userAgent: string | undefined): string {
  const named = (list: typeof PROGRAMS) => list.find(([mark]) => mark.test(userAgent ?? ''))?.[1];
  const program = named(PROGRAMS) ?? 'Unknown program';
  const system = named(SYSTEMS);
  return system === undefined ? program : `${program} on ${system}`;
}
