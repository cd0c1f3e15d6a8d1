import { ErrorBoundary } from '../error-boundary';

function Thrown({ error }: { error: unknown }): never {
  throw error;
}

/** The product cannot start: shown like every crash, in its own words (specification 1 §8, missing configuration). */
export function StartError({ error }: { error: unknown }) {
  return (
    <ErrorBoundary told>
      <Thrown error={error} />
    </ErrorBoundary>
  );
}
