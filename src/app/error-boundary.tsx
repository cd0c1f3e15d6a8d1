import { Component, type ReactNode } from 'react';
import { paths } from '@/config/paths';
import { common, shell } from '@/text/common';
import { Button, buttonClass } from '@/ui/button';
import { Notice } from '@/ui/notice';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Another value lets the screen try again: the address. */
  resetKey?: string;
  /** The words of the error are read without a press: whoever set the product up needs them, and nothing else helps. */
  told?: boolean;
}

/** Rule: a crash is never a blank page: it says what happened, what is safe, and offers the one thing to do. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
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
              {/* Not a link of the router: what broke may be the router. */}
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
          <details open={this.props.told} className="mt-4 text-left text-sm">
            <summary className="min-h-11 content-center font-semibold">{shell.crashDetails}</summary>
            <p className="wrap-anywhere font-mono text-xs">{error.message}</p>
          </details>
        </Notice>
      </main>
    );
  }
}
