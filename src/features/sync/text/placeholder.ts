/** Shown when a click opens something that has not arrived on this device yet. */
export const syncPlaceholderText = 'Това още не е на устройството. Ще се отвори, щом мрежата го донесе.';
