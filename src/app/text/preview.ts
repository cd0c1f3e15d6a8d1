/** The frame around a learner's screens in the console's preview. */
export const previewText = {
  label: 'Преглед като курсист',
  lead: (plan: string) => `Преглед като курсист с план ${plan}. Нищо не се записва.`,
  plans: { free: 'Free', pro: 'Pro', premium: 'Premium' },
  leave: 'Излезте от прегледа',
} as const;
