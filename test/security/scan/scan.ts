import type { ToolRun } from './run-tool.js';
import type { Target } from './target.js';

/** What a scan found; empty is good. */
export interface ScanResult extends ToolRun {
  findings: string[];
  /** Further remarks. */
  note?: string;
}

export interface Scan {
  name: string;
  program: string;
  run(target: Target, limits: { seconds: number; folder: string }): Promise<ScanResult>;
}

/** The header that authenticates a request. */
export function bearer(token: string): string {
  return `Authorization: Bearer ${token}`;
}
