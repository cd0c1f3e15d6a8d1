/** Texts of the service worker, which does not load the app's texts. */
export const workerText = {
  /** Text for a message to an account that is not signed in on this device. */
  foreign: { title: 'Ново съобщение', body: '' },
  /** Replaces the daily reminder if the learner was active today. */
  done: { title: 'Днешният ден е отбелязан', body: 'Учихте днес и поредицата Ви продължава.' },
} as const;
