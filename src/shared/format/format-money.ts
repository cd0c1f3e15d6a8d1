/** An amount in cents, formatted in Bulgarian. */
export const formatMoney = (cents: number, currency: string) =>
  new Intl.NumberFormat('bg-BG', { style: 'currency', currency }).format(cents / 100);
