/** The catalogue for search engines (schema.org, JSON-LD), in the prerendered landing page. */
import { eurosOf, type PaidPlan } from '@/shared/pricing';
import { PRODUCT } from '@/shared/text/common';

const courses: readonly [name: string, description: string, plan: PaidPlan | 'free'][] = [
  ['Първи стъпки', 'Безплатен курс за хора, които току-що са разопаковали принтера.', 'free'],
  ['Основи на 3D печата', 'От модела до готовия детайл: слоят, слайсерът, първият слой и материалите.', 'pro'],
  [
    'Калибриране без догадки',
    'Четири кратки теста: размери, температура с ретракция, поток, мостове с надвеси.',
    'pro',
  ],
  ['Слайсерът отблизо', 'Стени, пълнеж, подпори и скорост, с прости сметки и без магически профили.', 'pro'],
  ['Материали, които издържат', 'PLA, PETG, ABS, ASA и TPU по това, което ще се случва с детайла.', 'pro'],
  ['Blender за 3D печат', 'Органични форми, които наистина се печатат.', 'pro'],
  ['Fusion: функционални детайли', 'Скици, параметри, хлабини, сглобки и зъбни колела, които издържат.', 'premium'],
];

const provider = { '@type': 'EducationalOrganization', name: PRODUCT };

const offerOf = (plan: PaidPlan | 'free') =>
  plan === 'free'
    ? { category: 'Free' }
    : { category: 'Subscription', price: String(eurosOf(plan, 'monthly')), priceCurrency: 'EUR' };

export const structuredData = {
  '@context': 'https://schema.org',
  ...provider,
  description: 'Онлайн академия за 3D печат и 3D моделиране на български.',
  hasOfferCatalog: {
    '@type': 'OfferCatalog',
    name: 'Курсове',
    itemListElement: courses.map(([name, description, plan]) => ({
      '@type': 'Course',
      ...{ name, description, provider, inLanguage: 'bg', isAccessibleForFree: plan === 'free' },
      offers: { '@type': 'Offer', ...offerOf(plan) },
      hasCourseInstance: { '@type': 'CourseInstance', courseMode: 'Online' },
    })),
  },
};
