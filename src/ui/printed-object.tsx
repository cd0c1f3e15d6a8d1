import { classNames } from '@/ui/class-names';
import { type PrintedInput, printed } from '@/ui/drawing/printed';

interface PrintedObjectProps extends PrintedInput {
  /** Text alternative; empty when the text beside it says the same. */
  label: string;
  className?: string;
}

/** An object on the printer's bed, printed up to layer `done`. Needs at most four SVG paths, whatever the number of layers. */
export function PrintedObject({ label, className, ...input }: PrintedObjectProps) {
  const { ghost, hot, stroke, nozzle } = printed(input);
  const { width, height } = input;
  const tip = Math.max(3.5, Math.min(7, width / 16));
  return (
    <svg
      viewBox={`-3 ${-tip * 2} ${width + 6} ${height + tip * 2 + 7}`}
      width={width + 6}
      height={height + tip * 2 + 7}
      fill="none"
      strokeLinecap="round"
      className={classNames('shrink-0', className)}
      role="img"
      aria-label={label || undefined}
      aria-hidden={!label}
    >
      <path d={ghost} stroke="var(--ghost)" strokeWidth={stroke * 0.55} />
      <path d={hot} stroke="var(--accent)" strokeWidth={stroke} className="printing" />
      {nozzle && (
        <path
          d={`M${nozzle.x - tip} ${nozzle.y - tip * 1.9}h${tip * 2}l${-tip * 0.65} ${tip * 1.4}h${-tip * 0.7}z`}
          fill="var(--ink)"
        />
      )}
      <path
        d={`M0 ${height + 3.5}H${width}`}
        stroke="var(--ink)"
        strokeWidth={Math.min(3, Math.max(1.8, width / 50))}
      />
    </svg>
  );
}

/** The product's logo, a printed cube. */
export function Logo({ size = 26, name = 'Слой' }: { size?: number; name?: string }) {
  return (
    <span className="inline-flex items-center gap-2.5 font-extrabold text-xl tracking-tight">
      <PrintedObject shape="cube" total={5} done={5} minLines={5} width={size} height={size * 0.85} label="" />
      <span>{name}</span>
    </span>
  );
}
