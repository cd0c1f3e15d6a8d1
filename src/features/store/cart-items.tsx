import { Minus, Plus, X } from 'lucide-react';
import { CART_QUANTITY } from '@/shared/limits';
import { IconButton } from '@/ui/button';
import { cardClass } from '@/ui/card';
import type { useCart } from './queries/use-cart';
import { cartTotal } from './rules';
import { cart as text } from './text/store';

const euros = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' });

/** The items in the cart, which stay there until the store opens. */
export function CartItems({
  items,
  setQuantity,
  remove,
}: Pick<ReturnType<typeof useCart>, 'items' | 'setQuantity' | 'remove'>) {
  return (
    <section className={`${cardClass} mt-8 p-4 md:p-6`}>
      <h2 className="text-lg">{text.itemsTitle}</h2>
      <ul className="mt-2">
        {items.map(({ product, quantity }) => {
          const name = product.name || text.unnamed;
          return (
            <li key={product.id} className="flex flex-wrap items-center gap-x-2 border-line border-b py-2">
              <span className="min-w-0 grow basis-40 font-semibold">
                {name}
                <span className="num block font-normal text-muted text-sm">{euros.format(product.price)}</span>
              </span>
              <span className="ml-auto flex items-center gap-x-2">
                <IconButton
                  label={text.fewer(name)}
                  disabled={quantity <= 1}
                  onClick={() => void setQuantity(product.id, quantity - 1)}
                >
                  <Minus size={18} aria-hidden="true" />
                </IconButton>
                <output aria-label={text.quantity(name)} className="num min-w-8 text-center font-bold">
                  {quantity}
                </output>
                <IconButton
                  label={text.more(name)}
                  disabled={quantity >= CART_QUANTITY}
                  onClick={() => void setQuantity(product.id, quantity + 1)}
                >
                  <Plus size={18} aria-hidden="true" />
                </IconButton>
                <IconButton label={text.remove(name)} onClick={() => void remove(product.id)}>
                  <X size={18} aria-hidden="true" />
                </IconButton>
              </span>
            </li>
          );
        })}
      </ul>
      <p className="num mt-3 flex justify-between font-bold">
        <span>{text.total}</span>
        <span>{euros.format(cartTotal(items))}</span>
      </p>
    </section>
  );
}
