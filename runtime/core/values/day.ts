/** Days as YYYY-MM-DD. */

const monthsOf31 = '(0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])';
const monthsOf30 = '(0[469]|11)-(0[1-9]|[12]\\d|30)';
const february = '02-(0[1-9]|1\\d|2[0-8])';
/** Two digits divisible by 4. They include 00, so the century before them must be divisible by 4 too. */
const dividedBy4 = '([02468][048]|[13579][26])';

const daysOf = (years: string, leapYears: string): string =>
  `^(${years}-(${monthsOf31}|${monthsOf30}|${february})|${leapYears}-02-29)$`;

/** A pattern for schemas: the days of this century that exist, so 2028-02-29 but not 2027-02-29. */
export const dayPattern = daysOf('20\\d\\d', `20${dividedBy4}`);

/** Such a day in a request or a file. */
export const daySchema = { type: 'string', pattern: dayPattern, description: 'a date such as 2026-11-21' } as const;

const anyDay = new RegExp(daysOf('\\d{4}', `(\\d\\d(0[48]|[2468][048]|[13579][26])|${dividedBy4}00)`));

/** Whether `text` is a day that exists, in any year. */
export const isDay = (text: string): boolean => anyDay.test(text);

/** How many days `to` is after `from`, in the Gregorian calendar; negative if it is before. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);

/** A number that grows by one each day. The year begins in March here, so that a leap day is its last. */
function dayNumber(day: string): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const y = month > 2 ? year : year - 1;
  const leapDays = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400);
  return 365 * y + leapDays + Math.floor((153 * ((month + 9) % 12) + 2) / 5) + date;
}

/** October 2026 of 2026-10. */
export function monthName(month: string): string {
  const names = 'January February March April May June July August September October November December'.split(' ');
  return `${names[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;
}
