/** Said when what a press opens has not come to this device yet. */
export const notYetText = 'Това още не е на устройството. Ще се отвори, щом мрежата го донесе.';
