/** Longest time (ms) between the presses of a double click, with the default settings of desktop systems. */
const DOUBLE_CLICK_MS = 500;

/**
 * Moves the focus to the first invalid field. Ignores the second click of a double click: the error texts have moved the button, so this click
 * would hit another element and take the focus from the field.
 */
export function focusInvalid(root: ParentNode | null): void {
  const field = root?.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (!field) return;
  field.focus();
  const ignoreSecond = (event: MouseEvent) => {
    if (event.detail < 2) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const kinds = ['mousedown', 'click'] as const;
  for (const kind of kinds) addEventListener(kind, ignoreSecond, true);
  setTimeout(() => {
    for (const kind of kinds) removeEventListener(kind, ignoreSecond, true);
  }, DOUBLE_CLICK_MS);
}
