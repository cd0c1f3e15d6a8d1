/**
 * Runs in the head of a prerendered document. It loads the app after the first paint, transfers input and clicks from the prerendered screen to the
 * app's screen when the app has mounted, and marks on <html> whether somebody is signed in and whether the device is a phone (which shows no site
 * header).
 * Rule: this function uses nothing outside itself, because only its source is in the document; typed text leaves the page only through the app.
 * @param entry URL of the app's entry module
 * @param modules URLs of all modules that the app needs to show this screen
 */
export function hydrate(entry: string, modules: readonly string[], identityKey: string, phone: RegExp) {
  const page = document.documentElement;
  try {
    if (localStorage.getItem(identityKey)) page.dataset.signedIn = '';
  } catch {}
  if (phone.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1))
    page.dataset.phone = '';

  page.dataset.prerendered = '';

  const append = (tag: string, attributes: Partial<HTMLLinkElement & HTMLScriptElement>) =>
    document.head.append(Object.assign(document.createElement(tag), { crossOrigin: '', ...attributes }));
  const run = () => append('script', { type: 'module', src: entry });
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    for (const href of modules) append('link', { rel: 'modulepreload', href });
    // An inserted module can run before the document is parsed, but the app needs the whole document.
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', run, { once: true });
    else run();
  };
  // Load the code after the first paint: on a slow network it would compete with the fonts, and on a slow processor it would run before the paint.
  // Do not wait on a hidden page, which does not paint, or for a signed-in visitor, who sees only the splash until the code has run.
  if (document.hidden || 'signedIn' in page.dataset) start();
  else {
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
    setTimeout(start, 1000);
  }

  let pressed: Element | null = null;
  /** Interactions in progress (pointer down, key down, IME composition): swapping the screens during an interaction would lose its input. */
  const held = new Set<string>();
  const hold = (what: string) => (event: Event) =>
    void (event.target instanceof Element && event.target.closest('#prerendered') && held.add(what));
  const release = (what: string) => () => {
    held.delete(what);
    swap();
  };
  const press = (event: Event) => {
    const button = event.target instanceof Element && event.target.closest('#prerendered button');
    if (!button) return;
    // Prevent the browser from submitting the form, which would put a password into the URL.
    event.preventDefault();
    pressed?.removeAttribute('aria-busy');
    pressed = button;
    pressed.setAttribute('aria-busy', 'true');
    held.clear();
    swap();
  };
  const fail = () => {
    page.dataset.scriptFailed = '';
    pressed?.removeAttribute('aria-busy');
  };
  const signatureOf = (each: Element) =>
    each.tagName + (each.getAttribute('name') ?? each.getAttribute('aria-label') ?? each.textContent);

  const titleOf = (root: Element | null) => root?.querySelector('h1')?.textContent;
  /** Title of the app's screen that replaced the prerendered one. */
  let title: string | undefined;

  function swap() {
    const root = document.getElementById('root');
    const prerendered = document.getElementById('prerendered');
    if (!prerendered || 'hydrated' in page.dataset || held.size || !root?.querySelector('h1, h2')) return;
    const counterpartOf = (one: Element | null) => {
      const found =
        one && prerendered.contains(one)
          ? [...root.querySelectorAll(one.tagName)].find((each) => signatureOf(each) === signatureOf(one))
          : null;
      return found instanceof HTMLElement ? found : null;
    };
    const focused = document.activeElement;
    const typed = [...prerendered.querySelectorAll('input')];
    const counterparts = {
      focused: counterpartOf(focused),
      pressed: counterpartOf(pressed),
      typed: typed.map(counterpartOf),
    };
    // Show both screens for a moment, so that the focus moves directly and a phone keeps its keyboard open.
    page.dataset.hydrated = '';
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    typed.forEach(({ value }, index) => {
      const counterpart = counterparts.typed[index];
      if (!value || !counterpart) return;
      setValue?.call(counterpart, value);
      counterpart.dispatchEvent(new Event('input', { bubbles: true }));
    });
    counterparts.focused?.focus({ preventScroll: true });
    if (
      focused instanceof HTMLInputElement &&
      counterparts.focused instanceof HTMLInputElement &&
      focused.selectionStart !== null
    )
      counterparts.focused.setSelectionRange(focused.selectionStart, focused.selectionEnd);
    // The app loads the aside after the screen. Until then the prerendered one stays where it is, below the root.
    for (const part of [...prerendered.children])
      if (part.tagName !== 'ASIDE' || !part.getClientRects().length) part.remove();
    title = titleOf(root);
    removeAside();
    // Skip entrance animations: the same content was already visible.
    for (const motion of root.getAnimations({ subtree: true })) {
      const of = motion.effect instanceof KeyframeEffect ? motion.effect.target : null;
      if (!of?.closest('.ld-bed')) motion.currentTime = 1e4;
    }
    for (const [name, listener] of listeners) removeEventListener(name, listener, true);
    counterparts.pressed?.click();
  }

  function removeAside() {
    const root = document.getElementById('root');
    const prerendered = document.getElementById('prerendered');
    const label = prerendered?.firstElementChild?.getAttribute('aria-labelledby');
    const isNeeded = label && titleOf(root) === title && !root?.querySelector(`[aria-labelledby='${label}']`);
    if (isNeeded) return;
    prerendered?.remove();
    observer.disconnect();
  }

  const observer = new MutationObserver(() => {
    if ('hydrated' in page.dataset) removeAside();
    else swap();
  });
  observer.observe(document, { childList: true, subtree: true });
  const listeners: [string, (event: Event) => void][] = [
    ['pointerdown', hold('pointer')],
    ['pointercancel', release('pointer')],
    ['keydown', hold('key')],
    ['compositionstart', hold('word')],
    ['compositionend', release('word')],
    // End the interaction only after the events that follow `pointerup` and `keyup`: the click, and the input of the typed character.
    ['pointerup', () => setTimeout(release('pointer'), 50)],
    ['keyup', () => setTimeout(release('key'))],
    ['blur', ({ target }) => target === window && release('key')()],
    ['click', press],
    // A script failed to load: show the notice and forget the click.
    ['error', ({ target }) => target instanceof HTMLScriptElement && fail()],
  ];
  for (const [name, listener] of listeners) addEventListener(name, listener, true);
}
