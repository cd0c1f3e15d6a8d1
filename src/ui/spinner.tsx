import { langOf } from '@/ui/lang-of';

/** Four layers printed one after another; static with reduced motion. */
export function Spinner({ label, small = false }: { label?: string; small?: boolean }) {
  const size = small ? 18 : 40;
  return (
    <span role={label ? 'status' : undefined} className="inline-flex flex-col items-center gap-3">
      <svg
        className={label ? 'text-accent' : undefined}
        width={size}
        height={size}
        viewBox="0 0 40 40"
        fill="none"
        stroke="currentColor"
        strokeWidth="5"
        strokeLinecap="round"
        aria-hidden="true"
      >
        {[34, 25, 16, 7].map((y, index) => (
          <path
            key={y}
            d={`M${8 + index} ${y}H${32 - index}`}
            className="laid"
            style={{ animationDelay: `${index * 0.2}s` }}
          />
        ))}
      </svg>
      {label && (
        <span lang={langOf(label)} className="text-muted text-sm">
          {label}
        </span>
      )}
    </span>
  );
}
