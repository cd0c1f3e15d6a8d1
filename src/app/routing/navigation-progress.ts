// Progress bar of a navigation. The previous screen stays visible until the code of the next screen has loaded.

/** Delay before the progress bar shows (ms), so that fast screens do not flash it. */
const SHOWN_AFTER_MS = 300;

const mark = (on: boolean) => document.documentElement.toggleAttribute('data-navigating', on);

let missing = async (): Promise<void> => undefined;
/** Registers the handler that runs when the code of a screen fails to load; the handler may reload the page. */
export const onMissingScreen = (begin: typeof missing) => {
  missing = begin;
};

/** Shows the progress bar while `code` loads. @throws the error of `code`. */
export async function trackNavigation<T>(code: Promise<T>): Promise<T> {
  const timer = setTimeout(mark, SHOWN_AFTER_MS, true);
  try {
    return await code;
  } catch (error) {
    await missing();
    throw error;
  } finally {
    clearTimeout(timer);
    mark(false);
  }
}
