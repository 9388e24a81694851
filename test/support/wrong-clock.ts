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
