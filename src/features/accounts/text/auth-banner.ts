import type { AuthMessage } from './auth';

/** Titles of the banner by topic (specification 1 §8). */
export const bannerTitles: Record<AuthMessage['about'], string> = {
  validation: 'Грешка при валидация',
  server: 'Грешка в сървъра',
  auth: 'Грешка при удостоверяване',
  network: 'Грешка при свързване',
  other: 'Грешка',
};
