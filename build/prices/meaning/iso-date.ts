const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The first date in a text, as YYYY-MM-DD, or null: `2027-05-01`, `2027/5/1`, `May 1st, 2027`, `1 May 2027`. */
export function isoDate(text: string): string | null {
  const numeric = /(\d{4})[-/](\d{1,2})[-/](\d{1,2})/.exec(text);
  if (numeric) return `${numeric[1]}-${numeric[2]?.padStart(2, '0')}-${numeric[3]?.padStart(2, '0')}`;
  const monthFirst = /([A-Za-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})/.exec(text);
  const dayFirst = /(\d{1,2})(?:st|nd|rd|th)? ([A-Za-z]{3})[a-z]*\.?,? (\d{4})/.exec(text);
  const [name, date, year] = monthFirst
    ? [monthFirst[1], monthFirst[2], monthFirst[3]]
    : [dayFirst?.[2], dayFirst?.[1], dayFirst?.[3]];
  const month = months.indexOf(name?.toLowerCase() ?? '') + 1;
  return month > 0 ? `${year}-${String(month).padStart(2, '0')}-${date?.padStart(2, '0')}` : null;
}
