/**
 * How many rounds a random check takes: all of them in `npm run test:all` and when files are named, a tenth in `npm test`
 * and `npm run test:quick`. `.ci/run` runs both.
 */
export const rounds = (all: number): number => (process.env.AGENT_COST_ROUNDS === 'some' ? Math.ceil(all / 10) : all);
