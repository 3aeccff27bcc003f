import { addCall, newSession, type SessionCall } from '../../../runtime/core/model/session-forecast.ts';

/** What is known of a session after these calls, in the order in which they were made. */
export function sessionOf(calls: readonly SessionCall[]) {
  const session = newSession();
  for (const call of calls) addCall(session, call);
  return session;
}
