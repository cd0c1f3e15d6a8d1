/** Before a list gets other rows: returns from far below to its filters. A page that shows them does not move. */
export function scrollToTop(): void {
  if (window.scrollY > window.innerHeight) window.scrollTo(0, 0);
}
