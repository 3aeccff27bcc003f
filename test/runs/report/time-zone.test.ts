/** Days, weeks and hours of time zones. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daysOf, timeZoneNamed } from '../../../runtime/cli/report-options.ts';
import { TimeZone, utc } from '../../../runtime/logs/report/time-zone.ts';

describe('a time zone', () => {
  test.each([
    // Paris is UTC+1 in winter and UTC+2 in summer; it changes at 01:00 UTC on 2026-03-29 and 2026-10-25.
    ['Europe/Paris', '2026-11-21T22:59:59Z', '2026-11-21', '2026-11-21 23:00'],
    ['Europe/Paris', '2026-11-21T23:00:00Z', '2026-11-22', '2026-11-22 00:00'],
    ['Europe/Paris', '2026-03-29T00:59:59Z', '2026-03-29', '2026-03-29 01:00'],
    ['Europe/Paris', '2026-03-29T01:00:00Z', '2026-03-29', '2026-03-29 03:00'],
    ['Europe/Paris', '2026-10-25T01:00:00Z', '2026-10-25', '2026-10-25 02:00'],
    ['Asia/Kathmandu', '2026-11-21T18:14:59Z', '2026-11-21', '2026-11-21 23:00'],
    ['Asia/Kathmandu', '2026-11-21T18:15:00Z', '2026-11-22', '2026-11-22 00:00'],
    ['America/Los_Angeles', '2026-11-22T07:59:59Z', '2026-11-21', '2026-11-21 23:00'],
    ['UTC', '2026-11-21T23:59:59Z', '2026-11-21', '2026-11-21 23:00'],
  ])('%s at %s', (name, at, day, hour) => {
    const zone = new TimeZone(name);
    expect([zone.dayOf(Date.parse(at)), zone.hourOf(Date.parse(at))]).toEqual([day, hour]);
  });

  test('has weeks from Monday, also before 1970-01-05', () => {
    // 2026-11-22 is a Sunday.
    expect(utc.weekOf(Date.parse('2026-11-22T23:59:59Z'))).toBe('2026-11-16');
    expect(utc.weekOf(Date.parse('2026-11-23T00:00:00Z'))).toBe('2026-11-23');
    expect(new TimeZone('Asia/Tokyo').weekOf(Date.parse('2026-11-22T15:00:00Z'))).toBe('2026-11-23');
    expect(utc.weekOf(0)).toBe(null);
  });

  test('begins a day where the millisecond before is another day', () => {
    const zones = ['UTC', 'Europe/Paris', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia'];
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: 365, max: 30_000 }), (name, number) => {
        const zone = new TimeZone(name);
        const day = new Date(number * 86_400_000).toISOString().slice(0, 10);
        const start = zone.startOf(day);
        // Apia skipped 2011-12-30.
        fc.pre(zone.dayOf(start) === day);
        expect(zone.dayOf(start - 1)).not.toBe(day);
      }),
      { numRuns: 300 },
    );
  });
});

describe('times as people say them, on 2026-03-31', () => {
  const now = Date.parse('2026-03-31T12:00:00Z');
  test.each([
    [{}, null, null],
    [{ since: '2026-02-14' }, '2026-02-14', null],
    [{ since: '2026-02' }, '2026-02-01', null],
    [{ until: '2026-02' }, null, '2026-02-28'],
    [{ since: '2025-12', until: '2025-12' }, '2025-12-01', '2025-12-31'],
    // Today is one of the days.
    [{ since: '1d' }, '2026-03-31', null],
    [{ since: '30d' }, '2026-03-02', null],
    [{ since: '2w' }, '2026-03-18', null],
    // February 2026 has no 31st.
    [{ since: '1m' }, '2026-03-01', null],
    [{ since: 'yesterday', until: 'yesterday' }, '2026-03-30', '2026-03-30'],
    [{ lastMonth: true as const }, '2026-02-01', '2026-02-28'],
    [{ thisMonth: true as const }, '2026-03-01', null],
  ])('%j', (options, since, until) => expect(daysOf(options, utc, now)).toEqual({ since, until }));

  test('are those of the time zone', () => {
    const late = Date.parse('2026-03-31T22:30:00Z');
    expect(daysOf({ lastMonth: true }, new TimeZone('Europe/Paris'), late).since).toBe('2026-03-01');
    expect(daysOf({ lastMonth: true }, utc, late).since).toBe('2026-02-01');
  });

  test.each(['monday', '2026-02-30', '2026-13', '0d', '30', '-1d', ''])('%j is no time', (since) => {
    expect(() => daysOf({ since }, utc, now)).toThrow(/--since .* is no time/);
  });

  test('cannot end before they begin', () => {
    expect(() => daysOf({ since: '2026-03', until: '2026-02' }, utc, now)).toThrow(/--since 2026-03 begins after/);
  });

  test('need a zone that exists', () => {
    expect(timeZoneNamed('utc')).toBe(utc);
    expect(timeZoneNamed('Asia/Tokyo').name).toBe('Asia/Tokyo');
    expect(() => timeZoneNamed('Mars/Base')).toThrow(/Mars\/Base/);
  });
});
