import { ErrorBoundary } from './error-boundary';

function Thrown({ error }: { error: unknown }): never {
  throw error;
}

/** The product cannot start: the error is shown like every crash (specification 1 §8, missing configuration). */
export function StartError({ error }: { error: unknown }) {
  return (
    <ErrorBoundary>
      <Thrown error={error} />
    </ErrorBoundary>
  );
}
