import { useRef } from 'react';
import type { WirePasskeyQuestion } from '../../../../shared/wire/second-factor.js';
import { request } from '../../lib/api/request.js';
import { loadPasskeys } from '../../lib/proof/passkeys.js';

/** A question is good for five minutes, in which it also has to be answered. */
const GOOD_FOR_MS = 4 * 60_000;

/** What to ask the browser for a sign-in by passkey, fetched before the click in which it is asked. */
export function useQuestionAhead() {
  const ready = useRef<{ question: WirePasskeyQuestion; at: number }>(undefined);
  const coming = useRef<Promise<WirePasskeyQuestion>>(undefined);
  const ask = async () => {
    const [question] = await Promise.all([
      request<WirePasskeyQuestion>('/login/passkey/options', { method: 'POST' }),
      loadPasskeys(),
    ]);
    ready.current = { question, at: Date.now() };
    return question;
  };
  const now = () => {
    const { question, at = 0 } = ready.current ?? {};
    return Date.now() - at < GOOD_FOR_MS ? question : undefined;
  };
  return {
    /** The question, if it is there already. */
    now,
    /** The question, fetched if necessary. Rejects with ApiFailure. */
    fetch: async () => {
      const question = now();
      if (question !== undefined) return question;
      coming.current ??= ask().finally(() => {
        coming.current = undefined;
      });
      return coming.current;
    },
    /** Has the next sign-in ask anew. */
    forget: () => {
      ready.current = undefined;
    },
  };
}
