/** Texts that the worker writes itself; it has no other texts of the app. */
export const workerText = {
  /** A message for another account than the one that is signed in. */
  foreign: { title: 'Ново съобщение', body: '' },
  /** In place of the daily reminder, on a day that is already done. */
  done: { title: 'Днешният ден е отбелязан', body: 'Учихте днес и поредицата Ви продължава.' },
} as const;
