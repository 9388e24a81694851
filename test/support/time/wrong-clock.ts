/** The environment of a service process whose clock is ahead by this many milliseconds, or behind. */
export function withClock(aheadMs: number): Record<string, string> {
  const module = `
    const Right = Date;
    globalThis.Date = class Date extends Right {
      constructor(...parts) { if (parts.length === 0) super(Right.now() + ${aheadMs}); else super(...parts); }
      static now() { return Right.now() + ${aheadMs}; }
    };`;
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(module)}` };
}

/** Runs something while the clock of this process is ahead by this many milliseconds, or behind. */
export async function atClock<Result>(aheadMs: number, run: () => Promise<Result>): Promise<Result> {
  const Right = Date;
  globalThis.Date = class extends Right {
    constructor(...parts: [] | [number]) {
      const [at = Right.now() + aheadMs] = parts;
      super(at);
    }
    static override now(): number {
      return Right.now() + aheadMs;
    }
  } as DateConstructor;
  return run().finally(() => {
    globalThis.Date = Right;
  });
}
