import { TabMemory } from '../../lib/session/tab-memory.js';

const IN_VIEW = new TabMemory<string>();
const SUBJECT = 'subject';

/** Sets the subject of the page about one subject: in memory, because an address would be stored. */
export function lookAtSubject(subject: string): void {
  IN_VIEW.set(SUBJECT, subject);
}

export function subjectInView(): string {
  return IN_VIEW.get(SUBJECT) ?? '';
}
