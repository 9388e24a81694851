import { useState } from 'react';
import { formatDay } from '../../lib/format.js';
import { personWords } from '../../lib/namesakes.js';
import { useAccount } from '../../lib/session/session.js';

/** What stands above stored recovery codes, by line: of what and whose they are, from when, and what they do. */
export function useCodeWords(): readonly string[] {
  const { name = null, email } = useAccount();
  const [made] = useState(() => new Date().toISOString());
  return [
    'Recovery codes for the Verification service',
    personWords({ name, email }),
    `Created on ${formatDay(made)}`,
    'Each stands in for your second factor once. Keep them where nobody else finds them.',
  ];
}
