/**
 * A cursor in lines of JSON, in AssemblyScript (https://www.assemblyscript.org), compiled to WebAssembly with SIMD when
 * this project is built: text is stepped over sixteen bytes at a time, and the code of each thread is ready at once.
 *
 * Memory: what is told beside the result of a call (`told`), tables of names (`Wanted` in json-bytes.ts writes them),
 * short strings that came before, and the lines, behind which a line break stands. Every function that steps over
 * something begins at the cursor, and leaves it behind; `unexpected` where bytes are not as JSON.stringify writes them.
 */

const quote = 34, comma = 44, minus = 45, zero = 48, colon = 58, backslash = 92;
const openList = 91, closeList = 93, openObject = 123, closeObject = 125;

const unexpected = -1;
/** An object or a list ends. */
const over = -2;

/**
 * Where four words are told: where the last string begins and ends (0: it is none), whether it, or the value that was
 * skipped, is ASCII (a string also without escapes), and whether all numbers in that value are plain whole ones.
 */
const told = 0;

/** Deeper values are left to JSON.parse, which needs no stack for them. */
const deepest = 200;
/** Digits of a whole number that every number of this size holds exactly. */
const mostDigits = 15;

/** Strings that came before: so many, at an address, in so many bytes each, with their length. */
const known = 0x4000, knownCount = 1024, knownBytes = 80, longestKnown = 64;

let at: i32 = 0;
let depth: i32 = 0;
let start: i32 = 0;
let close: i32 = 0;
/** By how much the last string is longer than its text: by its escapes, and by its letters beyond ASCII. */
let escaped: i32 = 0;
let beyond: i32 = 0;
/** Since they were set: whether all strings were ASCII, and all numbers whole and written as JavaScript writes them. */
let isAscii: bool = true;
let isWhole: bool = true;

/** Begins a line. */
export function goTo(place: i32): void {
  at = place;
  depth = 0;
}

export function cursor(): i32 {
  return at;
}

/** The first byte of the value at the cursor. */
export function peek(): i32 {
  let byte = <i32>load<u8>(at);
  while (byte == 32 || byte == 9) byte = <i32>load<u8>(++at);
  return byte;
}

/** Whether four digits of an escape stand there. */
function hexDigits(place: i32): bool {
  for (let digit = place; digit < place + 4; digit++) {
    const byte = <i32>load<u8>(digit);
    const letter = byte | 32;
    if (!((byte >= 48 && byte <= 57) || (letter >= 97 && letter <= 102))) return false;
  }
  return true;
}

/** Whether a letter is one of n " \ t / r b f, the most frequent first. */
function isEscape(letter: i32): bool {
  if (letter == 110 || letter == quote || letter == backslash || letter == 116) return true;
  return letter == 47 || letter == 114 || letter == 98 || letter == 102;
}

/** Steps over a string. It ends within the line: a line break is a control character. */
function text(): bool {
  if (peek() != quote) return false;
  let place = at + 1;
  start = place;
  escaped = 0;
  beyond = 0;
  while (true) {
    const some = v128.load(place);
    // As signed bytes control characters and those beyond ASCII are below 32.
    const special = v128.or(
      v128.or(i8x16.eq(some, i8x16.splat(<i8>quote)), i8x16.eq(some, i8x16.splat(<i8>backslash))),
      i8x16.lt_s(some, i8x16.splat(32)),
    );
    const mask = i8x16.bitmask(special);
    if (mask == 0) {
      place += 16;
      continue;
    }
    place += ctz(mask);
    let byte = <i32>load<u8>(place);
    if (byte == quote) break;
    if (byte == backslash) {
      const letter = <i32>load<u8>(place + 1);
      if (letter == 117) {
        if (!hexDigits(place + 2)) return false;
        escaped += 5;
        place += 6;
      } else {
        if (!isEscape(letter)) return false;
        escaped += 1;
        place += 2;
      }
      continue;
    }
    if (byte < 32) return false;
    // Of the bytes of a letter in UTF-8 the first is a unit in UTF-16; of four bytes it is two.
    do {
      if (byte < 0xc0) beyond++;
      else if (byte >= 0xf0) beyond--;
      byte = <i32>load<u8>(++place);
    } while (byte >= 0x80);
  }
  close = place;
  at = place + 1;
  return true;
}

/** Tells of the string that was stepped over. */
function tell(): void {
  store<i32>(told, start);
  store<i32>(told + 4, close);
  store<i32>(told + 8, escaped > 0 || beyond > 0 ? 0 : 1);
}

/** Steps over a string. @returns its characters */
export function string(): i32 {
  if (!text()) return unexpected;
  tell();
  return close - start - escaped - beyond;
}

/**
 * Steps over a string.
 * @returns its place among those before; -2 - place: it is there from now on; -1: it cannot be, or is not as expected
 */
export function name(): i32 {
  if (!text()) {
    store<i32>(told + 4, 0);
    return unexpected;
  }
  tell();
  const length = close - start;
  if (escaped > 0 || beyond > 0 || length == 0 || length > longestKnown) return unexpected;
  const last = <i32>load<u8>(close - 1);
  const sum = 31 * length + 7 * <i32>load<u8>(start + (length >> 1)) + 131 * last + 17 * <i32>load<u8>(close - (length >> 2) - 1);
  const place = sum & (knownCount - 1);
  const entry = known + place * knownBytes;
  if (load<i32>(entry) == length && isSame(entry + 16, start, length)) return place;
  store<i32>(entry, length);
  v128.store(entry + 16, v128.load(start));
  v128.store(entry + 32, v128.load(start + 16));
  v128.store(entry + 48, v128.load(start + 32));
  v128.store(entry + 64, v128.load(start + 48));
  return -2 - place;
}

/** A bit for each of sixteen bytes that differ. */
function difference(one: i32, other: i32): i32 {
  return i8x16.bitmask(i8x16.ne(v128.load(one), v128.load(other)));
}

/** Whether so many bytes are the same in two places. */
function isSame(one: i32, other: i32, length: i32): bool {
  let left = length;
  let place = 0;
  while (left >= 16) {
    if (difference(one + place, other + place) != 0) return false;
    place += 16;
    left -= 16;
  }
  return left == 0 || (difference(one + place, other + place) & ((1 << left) - 1)) == 0;
}

/** Whether the bytes at the cursor are those in another place; then they are stepped over. */
export function again(other: i32, length: i32): i32 {
  peek();
  if (!isSame(at, other, length)) return 0;
  at += length;
  return 1;
}

/** The wanted field with the last string's name. A table has by length the first such field, then each field's name in 32 bytes. */
function fieldNamed(table: i32, length: i32): i32 {
  if (length > 32) return unexpected;
  const end = <i32>load<u8>(table + length + 1);
  for (let field = <i32>load<u8>(table + length); field < end; field++) {
    if (isSame(table + 48 + 32 * field, start, length)) return field;
  }
  return unexpected;
}

/** Steps to the next wanted field of an object. @returns its number, with the cursor at its value */
export function field(table: i32, isFirst: i32): i32 {
  let byte = peek();
  if (isFirst != 0) {
    if (byte != openObject) return unexpected;
    at++;
    if (peek() == closeObject) {
      at++;
      return over;
    }
  } else {
    at++;
    if (byte == closeObject) return over;
    if (byte != comma) return unexpected;
  }
  while (true) {
    if (!text() || escaped > 0) return unexpected;
    const found = fieldNamed(table, close - start);
    if (peek() != colon) return unexpected;
    at++;
    if (found >= 0) return found;
    if (value() < 0) return unexpected;
    byte = peek();
    at++;
    if (byte == closeObject) return over;
    if (byte != comma) return unexpected;
  }
}

/** Steps to the next element of a list. @returns 0: there is one */
export function element(isFirst: i32): i32 {
  const byte = peek();
  if (isFirst != 0) {
    if (byte != openList) return unexpected;
    at++;
    if (peek() != closeList) return 0;
    at++;
    return over;
  }
  at++;
  return byte == comma ? 0 : byte == closeList ? over : unexpected;
}

/** Steps over a value. @returns the length of its JSON, without white space and escapes */
export function skip(): i32 {
  isAscii = true;
  isWhole = true;
  const length = value();
  store<i32>(told + 8, isAscii ? 1 : 0);
  store<i32>(told + 12, isWhole ? 1 : 0);
  return length;
}

function value(): i32 {
  const first = peek();
  if (first == quote) {
    if (!text()) return unexpected;
    if (beyond > 0) isAscii = false;
    return close - start - escaped - beyond + 2;
  }
  if (first != openObject && first != openList) return scalar(first);
  if (++depth > deepest) return unexpected;
  const isObject = first == openObject;
  const last = isObject ? closeObject : closeList;
  at++;
  let length = 1;
  if (peek() == last) {
    at++;
    length = 2;
  } else {
    while (true) {
      if (isObject) {
        if (!text()) return unexpected;
        if (beyond > 0) isAscii = false;
        length += close - start - escaped - beyond + 3;
        if (peek() != colon) return unexpected;
        at++;
      }
      const inner = value();
      if (inner < 0) return unexpected;
      length += inner + 1;
      const byte = peek();
      at++;
      if (byte == last) break;
      if (byte != comma) return unexpected;
    }
  }
  depth--;
  return length;
}

/** Steps over digits. @returns how many */
function digits(): i32 {
  const from = at;
  while (<u32>load<u8>(at) - zero < 10) at++;
  return at - from;
}

/** Steps over a number, true, false or null. @returns its length */
function scalar(first: i32): i32 {
  const from = at;
  if (first == 116 || first == 110) {
    if (load<u32>(at) != (first == 116 ? 0x65757274 : 0x6c6c756e)) return unexpected;
    at += 4;
    return 4;
  }
  if (first == 102) {
    if (load<u32>(at + 1) != 0x65736c61) return unexpected;
    at += 5;
    return 5;
  }
  if (first == minus) at++;
  const isZero = load<u8>(at) == zero;
  const whole = digits();
  if (whole == 0 || (isZero && whole > 1)) return unexpected;
  let next = <i32>load<u8>(at);
  if (next != 46 && (next | 32) != 101 && whole <= mostDigits && !(isZero && first == minus)) return at - from;
  isWhole = false;
  if (next == 46) {
    at++;
    if (digits() == 0) return unexpected;
    next = <i32>load<u8>(at);
  }
  if ((next | 32) == 101) {
    at++;
    next = <i32>load<u8>(at);
    if (next == 43 || next == minus) at++;
    if (digits() == 0) return unexpected;
  }
  return at - from;
}
