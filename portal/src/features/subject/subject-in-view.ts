import { TabMemory } from '../../lib/session/tab-memory.js';

const IN_VIEW = new TabMemory<string>();
const SUBJECT = 'subject';

/** Chooses whom the page about one subject is about: in memory, because an address would keep it. */
export function lookAtSubject(subject: string): void {
  IN_VIEW.set(SUBJECT, subject);
}

export function subjectInView(): string {
  return IN_VIEW.get(SUBJECT) ?? '';
}
