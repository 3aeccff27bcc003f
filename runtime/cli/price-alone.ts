/** `agent-cost price` without the other commands: people and scripts ask it often, and it starts in half the time. */
import { priceCommand } from './commands/price.ts';
import { guardAnswer } from './output.ts';
import { agentCost, toEnd } from './program.ts';

export function priceAlone(): Promise<void> {
  guardAnswer();
  return toEnd(() => agentCost().addCommand(priceCommand()).parseAsync());
}
