/**
 * In a document that the build has drawn: what somebody types and presses before the app has started becomes the app's, in the frame in which its screen
 * takes the place of the drawing. Also says beforehand whether somebody is signed in here, and whether this is a phone, for which there is no site header.
 * Rule: it names nothing outside itself, because the document holds its text; and what is typed leaves the page through the app alone.
 */
export function handOver(identityKey: string, phone: RegExp) {
  const page = document.documentElement;
  try {
    if (localStorage.getItem(identityKey)) page.dataset.known = '';
  } catch {}
  if (phone.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1))
    page.dataset.phone = '';

  page.dataset.drawn = '';
  let pressed: Element | null = null;
  /** Under a finger, a key or in the middle of a word nothing is exchanged: the press or the word would be lost. */
  const held = new Set<string>();
  const hold = (what: string) => (event: Event) =>
    void (event.target instanceof Element && event.target.closest('#still') && held.add(what));
  const release = (what: string) => () => {
    held.delete(what);
    take();
  };
  const press = (event: Event) => {
    const button = event.target instanceof Element && event.target.closest('#still button');
    if (!button) return;
    // The form is not sent by the browser: that would put a password into an address.
    event.preventDefault();
    pressed?.removeAttribute('aria-busy');
    pressed = button;
    pressed.setAttribute('aria-busy', 'true');
    held.clear();
    take();
  };
  const fail = () => {
    page.dataset.failed = '';
    pressed?.removeAttribute('aria-busy');
  };
  const sign = (each: Element) =>
    each.tagName + (each.getAttribute('name') ?? each.getAttribute('aria-label') ?? each.textContent);

  function take() {
    const root = document.getElementById('root');
    const still = document.getElementById('still');
    if (!still || held.size || !root?.querySelector('h1, h2')) return;
    watch.disconnect();
    const twinOf = (one: Element | null) => {
      const found =
        one && still.contains(one)
          ? [...root.querySelectorAll(one.tagName)].find((each) => sign(each) === sign(one))
          : null;
      return found instanceof HTMLElement ? found : null;
    };
    const focused = document.activeElement;
    const typed = [...still.querySelectorAll('input')];
    const twins = { focused: twinOf(focused), pressed: twinOf(pressed), typed: typed.map(twinOf) };
    // Both stand for a moment: the focus goes from one to the other, and a phone's keyboard stays where it is.
    page.dataset.taken = '';
    const put = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    typed.forEach(({ value }, index) => {
      const twin = twins.typed[index];
      if (!value || !twin) return;
      put?.call(twin, value);
      twin.dispatchEvent(new Event('input', { bubbles: true }));
    });
    twins.focused?.focus({ preventScroll: true });
    if (
      focused instanceof HTMLInputElement &&
      twins.focused instanceof HTMLInputElement &&
      focused.selectionStart !== null
    )
      twins.focused.setSelectionRange(focused.selectionStart, focused.selectionEnd);
    still.remove();
    // What stood still does not come in once more.
    for (const motion of root.getAnimations({ subtree: true })) {
      const of = motion.effect instanceof KeyframeEffect ? motion.effect.target : null;
      if (!of?.closest('.ld-bed')) motion.currentTime = 1e4;
    }
    for (const [name, listener] of listeners) removeEventListener(name, listener, true);
    twins.pressed?.click();
  }

  const watch = new MutationObserver(take);
  watch.observe(document, { childList: true, subtree: true });
  const listeners: [string, (event: Event) => void][] = [
    ['pointerdown', hold('pointer')],
    ['pointercancel', release('pointer')],
    ['keydown', hold('key')],
    ['compositionstart', hold('word')],
    ['compositionend', release('word')],
    // What follows from them, a click or a letter, comes first.
    ['pointerup', () => setTimeout(release('pointer'), 50)],
    ['keyup', () => setTimeout(release('key'))],
    ['blur', ({ target }) => target === window && release('key')()],
    ['click', press],
    // The app will not come: that is said, and the press no longer counts.
    ['error', ({ target }) => target instanceof HTMLScriptElement && fail()],
  ];
  for (const [name, listener] of listeners) addEventListener(name, listener, true);
}
