/**
 * How many rounds a random check takes: all of them in `npm run test:all` and when files are named, a tenth in `npm test`
 * and `npm run test:quick`. `.ci/run` runs both.
 */
export const rounds = (all: number): number => (everything ? all : Math.ceil(all / 10));

/** Whether everything is to be tested, however long it takes. */
export const everything = process.env.AGENT_COST_ROUNDS !== 'some';
