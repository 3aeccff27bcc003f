/** The client for test/conformance/clients/orval.ts, which calls the server at BASE_URL. */
module.exports = {
  agentCost: {
    input: { target: process.env.OPENAPI },
    output: { target: '.test/orval/api.ts', client: 'fetch', baseUrl: process.env.BASE_URL },
  },
};
