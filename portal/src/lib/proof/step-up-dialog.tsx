import { Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toFailure } from '../api/failure.js';
import { request } from '../api/request.js';
import { goBackTo, latestFocus } from '../ui/busy-buttons.js';
import form from '../ui/form.module.css';
import { Notice } from '../ui/notice.js';
import { answerProofs, type ProofAnswer, type ProofQuestion } from './ask-for-proof.js';
import { ProofForm } from './proof-form.js';

interface Asked {
  question: ProofQuestion;
  /** What had the focus. */
  before: HTMLElement | null;
  answer: (answer: ProofAnswer) => void;
}

/** Asks in place for a fresh proof of identity before something sensitive continues. */
export function StepUpDialog() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [expired, setExpired] = useState(false);
  const proof = useMutation({
    mutationFn: (given: object) => request('/me/step-up', { method: 'POST', body: bodyOf(given, asked) }),
    onSuccess: () => close('proved'),
    onError: (error) => {
      if (toFailure(error).faults.some(({ field }) => field === 'challenge')) close('expired');
    },
  });
  const close = (answer: ProofAnswer) => {
    asked?.answer(answer);
    setAsked(null);
    setExpired(answer === 'expired');
    proof.reset();
    goBackTo(asked?.before ?? null);
  };
  const open = useRef(asked);
  open.current = asked;
  useEffect(() => {
    const stop = answerProofs(
      (question) => new Promise((answer) => setAsked({ question, answer, before: latestFocus() })),
    );
    return () => {
      stop();
      // The session ends behind an open question, too: unanswered, it would keep the next one from being asked.
      open.current?.answer('cancelled');
    };
  }, []);
  return (
    <Modal
      opened={asked !== null}
      onClose={() => close('cancelled')}
      title="Confirm that it is you"
      zIndex={400}
    >
      <div className={`${form.stack} ${form.words}`}>
        {expired && <Notice tone="warn">The question was open for too long. Confirm once more.</Notice>}
        <p>This needs a fresh proof of who you are, which is then valid for ten minutes.</p>
        {asked !== null && (
          <ProofForm
            question={asked.question}
            action="Confirm"
            busy={proof.isPending}
            error={proof.error}
            onProof={(given) => proof.mutate(given)}
          />
        )}
      </div>
    </Modal>
  );
}

/** Only a passkey answers the question itself, for as long as that is good; everything else is a proof at any time. */
function bodyOf(given: object, asked: Asked | null): object {
  return 'passkey' in given ? { challenge: asked?.question.challenge, ...given } : given;
}
