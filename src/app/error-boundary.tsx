import { Component, type ReactNode } from 'react';
import { paths } from '@/shared/paths';
import { common, shell } from '@/shared/text/common';
import { Button, buttonClass } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { reportUnhandled } from './start/error-reports';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** When this value (the URL) changes, the boundary clears the error and renders its children again. */
  resetKey?: string;
  /** Opens the error details without a click: they are the only help for the person who sets the product up. */
  showDetails?: boolean;
}

/** Rule: a crash never shows a blank page; the fallback says what happened and that the data is safe, and offers one action. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: unknown) {
    reportUnhandled(error);
  }

  override componentDidUpdate(before: ErrorBoundaryProps) {
    if (before.resetKey !== this.props.resetKey && this.state.error) this.setState({ error: null });
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <main className="mx-auto grid min-h-[80dvh] max-w-lg place-items-center px-4">
        <Notice
          headingLevel={1}
          kind="error"
          title={shell.crashTitle}
          action={
            <>
              {/* A plain link, because the router itself may have crashed. */}
              <a href={paths.check} className={buttonClass()}>
                {common.home}
              </a>
              <Button kind="primary" onClick={() => location.reload()}>
                {common.reload}
              </Button>
            </>
          }
        >
          <p>{shell.crashSafe}</p>
          <details open={this.props.showDetails} className="mt-4 text-left text-sm">
            <summary className="min-h-11 content-center font-semibold">{shell.crashDetails}</summary>
            <p className="wrap-anywhere font-mono text-xs">{error.message}</p>
          </details>
        </Notice>
      </main>
    );
  }
}
