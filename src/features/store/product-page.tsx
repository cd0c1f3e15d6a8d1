import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useOnline } from '@/device/use-online';
import { paths } from '@/shared/paths';
import { Button, buttonClass } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { Notice } from '@/ui/notice';
import { Skeleton, SkeletonText } from '@/ui/skeleton';
import { SliceCover } from '@/ui/slice-cover';
import { toast } from '@/ui/toast';
import { useCart } from './queries/use-cart';
import { loadProduct, type ProductDetail } from './requests';
import { StoreBar } from './store-frame';
import { StorePage } from './store-page';
import { LAUNCHING } from './text/launch';
import { checkout, product as text, cart as words } from './text/store';
import { useCartWarning } from './use-cart-warning';

const euros = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' });

type Found = { id: string; product: ProductDetail | null | 'failed' } | undefined;

function useProduct(id: string) {
  const online = useOnline();
  const [found, setFound] = useState<Found>();
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: repeated when the network returns and when the visitor retries
  useEffect(() => {
    let left = false;
    // Offline, fail at once.
    void (online ? loadProduct(id) : Promise.reject(new TypeError('offline')))
      .catch(() => 'failed' as const)
      .then((product) => !left && setFound({ id, product }));
    return () => {
      left = true;
    };
  }, [id, online, round]);
  const retry = () => {
    setFound(undefined);
    setRound(round + 1);
  };
  return { product: found?.id === id ? found.product : undefined, online, retry };
}

/** A product with a cart button, or the "coming soon" screen if the product does not exist (decision 9). */
export function ProductPage() {
  const { productId = '' } = useParams();
  const { product, online, retry } = useProduct(productId);
  if (product === null) return <StorePage />;
  return (
    <main lang="en" className="mx-auto min-h-dvh max-w-[1080px] px-4 pb-12 md:px-8">
      <StoreBar to={paths.store}>{checkout.store}</StoreBar>
      {product === undefined && (
        <div className="grid gap-8 md:grid-cols-2 md:pt-8" aria-busy="true">
          <h1 className="sr-only">{text.loading}</h1>
          <Skeleton className="aspect-video w-full" />
          <SkeletonText />
        </div>
      )}
      {product === 'failed' && (
        <>
          <h1 className="sr-only">{text.failedTitle}</h1>
          <Notice
            kind={online ? 'error' : 'offline'}
            title={online ? text.failedTitle : text.offlineTitle}
            action={
              <Button kind="primary" onClick={retry}>
                {text.retry}
              </Button>
            }
          >
            {online ? text.failed : text.offline}
          </Notice>
        </>
      )}
      {product && product !== 'failed' && <ProductView product={product} />}
    </main>
  );
}

function ProductView({ product }: { product: ProductDetail }) {
  const cart = useCart();
  const [busy, setBusy] = useState(false);
  useCartWarning(cart.unavailable);
  const add = async () => {
    setBusy(true);
    await cart.add(product);
    setBusy(false);
    toast('success', words.added, { description: words.addedText(product.name) });
  };
  return (
    <div className="grid gap-8 md:grid-cols-2 md:items-start md:pt-8">
      <SliceCover seed={product.id} className={cardClass} />
      <div>
        <p className="font-bold text-accent-ink">{LAUNCHING}</p>
        <h1 className="mt-1 text-3xl">{product.name}</h1>
        <p className="num mt-2 font-bold text-xl">{euros.format(product.price)}</p>
        {product.description && <p className="mt-3 max-w-[60ch] text-muted">{product.description}</p>}
        <div className="mt-6 flex flex-wrap gap-2">
          <Button kind="primary" busy={busy} disabled={!cart.ready} onClick={() => void add()}>
            {text.add}
          </Button>
          <Link to={paths.cart} className={buttonClass('quiet')}>
            {text.cart}
          </Link>
        </div>
        <p className="mt-3 text-muted text-sm">{text.note}</p>
      </div>
    </div>
  );
}
