import { PRODUCT } from '@/shared/text/common';

/** The demo request, in English as specified (specification 1 §2). */
export const demo = {
  title: 'Request a demo',
  lead: `See how ${PRODUCT} carries your courses: from the first video to the certificate, with or without a network.`,
  points: [
    'A walk through the course builder with your own material',
    'Students, tests and progress as you would see them',
    'Answers about plans, payments and data',
  ],
  back: 'Back',
  submit: 'Request demo',
  submitting: 'Submitting...',
  required: 'This field is required',
  invalidEmail: 'Please enter a valid email address',
  failed: 'Your request could not be kept on this device. Free some space and try again.',
  optional: '(optional)',
  choose: 'Choose what interests you',
  doneTitle: 'Thank you!',
  done: (email: string) => `We have your request and will write to ${email} within one working day.`,
  saved: (email: string) =>
    `Your request is saved on this device. It will be sent as soon as there is a connection, and we will answer to ${email}.`,
  home: 'Return to home',
} as const;

export const demoFields = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Work email',
  phone: 'Phone',
  company: 'Company',
  job_title: 'Job title',
  interest: 'What are you interested in?',
  message: 'Message',
} as const;

/** Stored values and their labels. */
export const interests = {
  'course creation': 'Course creation',
  'student management': 'Student management',
  'payment processing': 'Payment processing',
  analytics: 'Analytics',
  all: 'All of the above',
} as const;
