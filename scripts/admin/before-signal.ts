/** What a person or a supervisor ends a command with, and the end of the terminal it runs in. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Until `end` is called, acts before a signal ends the process, which it then does as it would have without this. */
export function beforeSignal(act: () => void): { end(): void } {
  const handle = (signal: NodeJS.Signals): void => {
    end();
    act();
    process.kill(process.pid, signal);
  };
  const end = (): void => {
    for (const signal of SIGNALS) process.off(signal, handle);
  };
  for (const signal of SIGNALS) process.on(signal, handle);
  return { end };
}
