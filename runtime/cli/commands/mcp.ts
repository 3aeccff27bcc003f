/** `agent-cost mcp`: a Model Context Protocol server for agents. */
import { type CatalogOptions, openPrices } from '../catalog-options.ts';
import { command, plainExitCodes, version } from '../program.ts';
import { ownLogs } from '../tools-on-logs.ts';

export const mcpCommand = () =>
  command('mcp')
    .summary('the same as tools for agents (Model Context Protocol)')
    .description(
      'Serves prices, estimates, measured runs and the bill of your own logs as tools, and the dataset as resources, to an agent over the Model Context Protocol, on standard input and output, until standard input ends.',
    )
    .prices()
    .addHelpText('after', plainExitCodes)
    .action(async (options: CatalogOptions) => {
      const { catalog, list } = openPrices(options);
      const { serveStdio } = await loadServer();
      if (process.stdin.isTTY)
        process.stderr.write('Waiting for messages from an MCP client; Ctrl-D ends the server.\n');
      await serveStdio(catalog, ownLogs(list), version);
    });

/** The server is a separate file: the other commands start without it, and audit archives do not include it. */
async function loadServer(): Promise<typeof import('../../mcp/serve-stdio.ts')> {
  try {
    return await import('../../mcp/serve-stdio.ts');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error('agent-cost mcp needs mcp.js and index.js next to this program, as in the npm package.');
  }
}
