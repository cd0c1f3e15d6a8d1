import { Avatar } from '@/ui/avatar';
import { testimonials } from './text/landing';

const COLUMNS = [0, 1, 2];
const PER_COLUMN = 4;
const LAYERS = [5, 4, 3, 2, 1];

/** A rating out of five, drawn as that many printed layers. */
function Rating({ rating }: { rating: number }) {
  return (
    <span className="ld-rating">
      <svg
        viewBox="0 0 26 25"
        width="26"
        height="25"
        fill="none"
        strokeLinecap="round"
        role="img"
        aria-label={testimonials.rating(rating)}
      >
        {LAYERS.map((layer) => (
          <path
            key={layer}
            d={`M3 ${24.5 - layer * 4.6}h20`}
            stroke={layer <= rating ? 'var(--accent)' : 'var(--control)'}
            strokeWidth={layer <= rating ? 3.4 : 1.4}
          />
        ))}
      </svg>
      <b className="num" aria-hidden="true">
        {rating}/5
      </b>
    </span>
  );
}

export function Testimonials() {
  return (
    <section aria-labelledby="testimonials" className="ld-wide">
      <h2 id="testimonials">{testimonials.title}</h2>
      <div className="ld-grid3 ld-voices">
        {COLUMNS.map((column) => (
          <ul key={column}>
            {testimonials.all
              .slice(column * PER_COLUMN, (column + 1) * PER_COLUMN)
              .map(({ name, role, rating, text }) => (
                <li key={name} className="ld-card">
                  <Rating rating={rating} />
                  <blockquote>{text}</blockquote>
                  <p className="ld-who">
                    <Avatar name={name} size={36} />
                    <span>
                      <b>{name}</b>
                      <br />
                      {role}
                    </span>
                  </p>
                </li>
              ))}
          </ul>
        ))}
      </div>
    </section>
  );
}
