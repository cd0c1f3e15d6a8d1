import { Spinner } from '@/ui/spinner';

/** Placeholder while the code or data of a screen loads. */
export function ScreenFallback({ label }: { label: string }) {
  return (
    <main className="grid min-h-[70dvh] place-items-center px-4">
      <Spinner label={label} />
    </main>
  );
}
