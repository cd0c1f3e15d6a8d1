/** Scrolls to the top if the page is scrolled by more than its height. Call it before a filter replaces the rows of a list. */
export function scrollToTop(): void {
  if (window.scrollY > window.innerHeight) window.scrollTo(0, 0);
}
