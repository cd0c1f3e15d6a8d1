import { PRODUCT } from '@/shared/text/common';

export const nativeWelcome = {
  title: `Добре дошли в „${PRODUCT}“`,
  lead: '3D печат и моделиране, слой по слой. Уроците работят и в работилницата без интернет.',
  loading: 'Зарежда се',
  register: 'Създайте акаунт',
  login: 'Вход',
  prices: 'Искате да видите цените?',
} as const;
