import { Component, type ReactNode } from 'react';
import { PartMissing } from './load-part.js';

interface PartBoundaryProps {
  children: ReactNode;
  /** What is shown instead of a part that did not arrive, or that crashed. */
  instead: (error: unknown, retry: () => void) => ReactNode;
}

/** Keeps what goes wrong in a part from taking everything around it along. */
export class PartBoundary extends Component<PartBoundaryProps, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof PartMissing) error.again();
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return this.props.instead(error, () => this.setState({ error: undefined }));
  }
}
