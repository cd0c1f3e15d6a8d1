/** The future store. Its texts are English as specified; the text about a full cart is specified in Bulgarian. */
export const store = {
  title: 'Our Store is Coming Soon',
  lead: 'Filament, spare parts and printed things from our own workshop. We are still calibrating the shelves.',
  points: [
    'The filament we print with in the lessons',
    'Nozzles, beds and tools that last',
    'Discounts for Pro and Premium learners',
  ],
  pointsTitle: 'What to expect',
  home: 'Return to home',
} as const;

export const cart = {
  title: 'Shopping Cart Coming Soon',
  lead: 'Nothing can be bought yet. What you put in the cart waits for the opening.',
  itemsTitle: 'Waiting in your cart',
  quantity: (name: string) => `Quantity of ${name}`,
  fewer: (name: string) => `One less of ${name}`,
  more: (name: string) => `One more of ${name}`,
  remove: (name: string) => `Remove ${name}`,
  unnamed: 'A product from the store',
  total: 'Total',
  added: 'Добавено в кошницата',
  addedText: (product: string) => `${product} беше добавен във вашата кошница`,
  warning: 'Предупреждение',
  unavailable: 'Количката временно не е достъпна. Продуктите се пазят само на това устройство.',
} as const;

export const checkout = {
  title: 'Checkout Coming Soon',
  lead: 'Paying for products opens together with the store. Plans are paid for on the pricing page.',
  store: 'Back to the store',
} as const;

export const product = {
  loading: 'Loading the product',
  add: 'Add to cart',
  cart: 'View cart',
  note: 'The store is not open yet: what you add waits in your cart.',
  failedTitle: 'The product could not be loaded',
  failed: 'The server does not answer. What is in your cart is safe.',
  offlineTitle: 'There is no network',
  offline: 'Products are read from the server. What is in your cart is safe and stays on this device.',
  retry: 'Try again',
} as const;
