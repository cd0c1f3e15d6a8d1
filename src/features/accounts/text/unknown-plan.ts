/** Shown while the server has not reported the plan of the account. */
export const unknownPlan = {
  title: 'Планът Ви още не е известен',
  text: 'Сървърът не отговори какъв е планът Ви, затова не показваме кое е отключено. Опитайте отново, когато има връзка.',
} as const;
