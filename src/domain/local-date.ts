/** The calendar day on the learner's clock (decision 19), which is the key of a day of activity. */

const two = (value: number) => String(value).padStart(2, '0');

/** YYYY-MM-DD in the device's time zone. `at`: ms since the epoch. */
export function localDate(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
