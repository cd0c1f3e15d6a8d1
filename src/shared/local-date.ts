/** The calendar day by the learner's clock (decision 19). A document of the kind `day` has this date as its key. */

const two = (value: number) => String(value).padStart(2, '0');

/** YYYY-MM-DD in the device's time zone. `at`: Unix time (ms). */
export function localDate(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
