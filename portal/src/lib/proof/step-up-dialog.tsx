import { Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { request } from '../api/request.js';
import form from '../ui/form.module.css';
import { answerProofs, type ProofQuestion } from './ask-for-proof.js';
import { ProofForm } from './proof-form.js';

interface Asked {
  question: ProofQuestion;
  answer: (proved: boolean) => void;
}

/** Asks in place for a fresh proof of identity before something sensitive continues. */
export function StepUpDialog() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const proof = useMutation({
    mutationFn: (body: object) =>
      request('/me/step-up', { method: 'POST', body: { challenge: asked?.question.challenge, ...body } }),
    onSuccess: () => close(true),
  });
  const close = (proved: boolean) => {
    asked?.answer(proved);
    setAsked(null);
    proof.reset();
  };
  const open = useRef(asked);
  open.current = asked;
  useEffect(() => {
    const stop = answerProofs((question) => new Promise((answer) => setAsked({ question, answer })));
    return () => {
      stop();
      // The session ends behind an open question, too: unanswered, it would keep the next one from being asked.
      open.current?.answer(false);
    };
  }, []);
  return (
    <Modal opened={asked !== null} onClose={() => close(false)} title="Confirm that it is you" zIndex={400}>
      <div className={`${form.stack} ${form.words}`}>
        <p>You are about to do something that needs a fresh proof. It serves for ten minutes.</p>
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
