import { existsSync, writeFileSync } from 'node:fs';

/** Where Debian's package libfaketime installs it; without it no clock can jump. */
const FAKETIME = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`,
);

/** Whether the clocks of processes can be made to jump on this machine. */
export function clocksCanJump(): boolean {
  return FAKETIME.some((library) => existsSync(library));
}

/** Creates the file a clock follows; undefined if clocks cannot be made to jump. */
export function makeClock(file: string): string | undefined {
  if (!clocksCanJump()) return undefined;
  setClock(file, '+0');
  return file;
}

/** Moves the clock that follows a file, within a second: `+1d` is a day ahead, `+0` is correct. */
export function setClock(file: string, ahead: string): void {
  writeFileSync(file, ahead);
}

/** The environment of a process whose clock follows a file. */
export function clockOf(file: string): Record<string, string> {
  return {
    LD_PRELOAD: FAKETIME.find((library) => existsSync(library)) ?? '',
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    // Waits are measured by the monotonic clock, which does not jump when someone sets the time.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
}
