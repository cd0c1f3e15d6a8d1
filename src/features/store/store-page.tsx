import { StoreFrame } from './store-frame';
import { LAUNCHING } from './text/launch';
import { store } from './text/store';

export function StorePage() {
  return (
    <StoreFrame title={store.title} when={LAUNCHING} lead={store.lead} shape="cube">
      <h2 className="mt-8 text-lg">{store.pointsTitle}</h2>
      <ul className="mt-2 grid list-disc gap-1.5 pl-5 marker:text-accent-ink">
        {store.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </StoreFrame>
  );
}
