import { Component, type ReactNode } from 'react';

interface QuietBoundaryProps {
  children: ReactNode;
  /** What stands there instead; `retry` draws the children anew. Without it nothing does. */
  instead?: (retry: () => void) => ReactNode;
}

/** Rule: what stands beside the main thing of a screen fails alone; the screen goes on without it. */
export class QuietBoundary extends Component<QuietBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return this.props.instead?.(() => this.setState({ failed: false })) ?? null;
  }
}
