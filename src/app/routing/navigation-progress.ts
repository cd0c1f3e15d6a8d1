// A screen whose code is on its way: until it is here, the screen before it stands.

/** What comes sooner is not said to be on its way, ms. */
const SHOWN_AFTER_MS = 300;

const mark = (on: boolean) => document.documentElement.toggleAttribute('data-arriving', on);

let missing = async (): Promise<void> => undefined;
/** `begin` may begin the page anew when the code of a screen does not come. */
export const onMissingScreen = (begin: typeof missing) => {
  missing = begin;
};

/** Says at the top of the page that a screen is on its way. @throws what `code` throws. */
export async function arriving<T>(code: Promise<T>): Promise<T> {
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
