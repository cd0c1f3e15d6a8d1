import { Spinner } from '@/ui/spinner';

/** What stands in the place of a screen whose code or answer is on its way. */
export function ScreenFallback({ label }: { label: string }) {
  return (
    <main className="grid min-h-[70dvh] place-items-center px-4">
      <Spinner label={label} />
    </main>
  );
}
