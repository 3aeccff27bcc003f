/** Names as strangers give them: what every object inherits, and what is no name. */
export const strangeNames: readonly string[] = [
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '', ' ', '\0', '\ud800', '../..'],
  'x'.repeat(20_000),
];

/** The same, and values that are no text at all. */
export const strangeValues: readonly unknown[] = [...strangeNames, 5, -0, true, null, [], {}, ['__proto__'], [[[]]]];
