/** The sign-up for the store's launch, in English as specified. */

/** Rule: keep the specification's value (decision 33); every screen that names the launch uses this constant. */
const SEASON = 'Summer 2024';
export const LAUNCHING = `Launching ${SEASON}`;
export const AVAILABLE = `Available ${SEASON}`;

export const launch = {
  title: 'Be the first to know',
  lead: 'Leave your email and we will write to you once, on the day the store opens.',
  email: 'Email address',
  placeholder: 'you@example.com',
  submit: 'Notify me',
  submitting: 'Saving...',
  invalid: 'Please enter a valid email address',
  failed: 'Failed to save your email. Please try again later.',
  done: "Thank you! You're on the list.",
  doneText: (email: string) => `We will write to ${email} when the store opens.`,
  earlier: 'Your email is already on our list.',
  today: "You've already signed up today. We appreciate your enthusiasm!",
  saved: 'Your email is saved on this device.',
  savedText: 'It will be sent as soon as there is a connection.',
  another: 'Use another email',
} as const;
