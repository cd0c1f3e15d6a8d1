import { certificatesText as text } from './text/certificates';

/** Three layers, of which the first `step` are printed. */
const Layers = ({ step }: { step: number }) => (
  <svg
    viewBox="0 0 44 40"
    width="44"
    height="40"
    fill="none"
    strokeLinecap="round"
    aria-hidden="true"
    className="shrink-0"
  >
    {[0, 1, 2].map((layer) => (
      <path
        key={layer}
        d={`M8 ${29 - layer * 11}H36`}
        stroke={layer < step ? 'var(--accent)' : 'var(--ghost)'}
        strokeWidth={layer < step ? 7 : 4}
      />
    ))}
    <path d="M2 37H42" stroke="var(--ink)" strokeWidth="2.4" />
  </svg>
);

/** Explains in three steps how to earn a certificate. */
export function HowItWorks() {
  return (
    <section aria-labelledby="certificates-how">
      <h2 id="certificates-how" className="sr-only">
        {text.how}
      </h2>
      <ol className="grid gap-4 md:grid-cols-3">
        {text.steps.map((step, index) => (
          <li key={step.title} className="flex items-center gap-3.5">
            <Layers step={index + 1} />
            <div>
              <h3 className="text-base">
                {index + 1}. {step.title}
              </h3>
              <p className="text-muted text-sm">{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
