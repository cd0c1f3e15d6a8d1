/** Cents of a currency as people in Bulgaria read them. */
export const formatMoney = (cents: number, currency: string) =>
  new Intl.NumberFormat('bg-BG', { style: 'currency', currency }).format(cents / 100);
