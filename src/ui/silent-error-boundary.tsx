import { Component, type ReactNode } from 'react';

interface QuietBoundaryProps {
  children: ReactNode;
  /** Rendered instead of the failed children; `retry` mounts them again. Without `instead` nothing is rendered. */
  instead?: (retry: () => void) => ReactNode;
}

/** Rule: an error in a secondary part of a screen hides that part only. */
export class SilentErrorBoundary extends Component<QuietBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return this.props.instead?.(() => this.setState({ failed: false })) ?? null;
  }
}
