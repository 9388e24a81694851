import { Button } from '@mantine/core';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { WireRevealedSubject } from '../../../../shared/wire/review.js';
import { request } from '../../lib/api/request.js';
import classes from './reviews.module.css';

type Reveal = UseMutationResult<WireRevealedSubject, Error, void>;

/** Asks for what is masked of a case, which the audit log records. What comes does not outlive the page. */
export function useReveal(requestId: string, body?: { include_answers: true }): Reveal {
  return useMutation({
    mutationFn: () =>
      request<WireRevealedSubject>(`/support/reviews/${encodeURIComponent(requestId)}/reveal-subject`, {
        method: 'POST',
        ...(body && { body }),
      }),
    gcTime: 0,
  });
}

/** The button that asks for it. */
export function RevealButton(props: { reveal: Reveal; title: string; children: ReactNode }) {
  const { reveal, title, children } = props;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      classNames={{ root: classes.reveal, label: classes.revealLabel }}
      data-print="no"
      title={title}
      loading={reveal.isPending}
      onClick={() => reveal.mutate()}
    >
      {children}
    </Button>
  );
}
