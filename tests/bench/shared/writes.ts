/** The id of a lesson in the seed, and the text (about 200 bytes) of a note on that lesson. */
export const VIDEO = 'd0000000-0000-4000-8000-000000000001';
export const noteText = (n: number) =>
  `Бележка ${n}: при 0,2 mm слой стената държи, ако дюзата е с десет градуса по-гореща от препоръчаното.`;
