import { ErrorBoundary } from '../error-boundary';

function Thrown({ error }: { error: unknown }): never {
  throw error;
}

/** Shown when the app cannot start: the usual crash screen with its own text (specification 1 §8, missing configuration). */
export function StartError({ error }: { error: unknown }) {
  return (
    <ErrorBoundary showDetails>
      <Thrown error={error} />
    </ErrorBoundary>
  );
}
