/** Of what `parseArgs` returns with `tokens: true`, what is read here. */
type Token = { kind: 'option'; name: string } | { kind: 'positional' | 'option-terminator' };

/** Throws if a flag is given twice: which of two values was meant is for a person to say, the parser takes the last. */
export function refuseRepeated(tokens: readonly Token[]): void {
  const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated !== undefined) throw new Error(`--${repeated} is given more than once.`);
}
