/**
 * Azure's logs of calls with their tokens: the table ApiManagementGatewayLlmLog of an API Management gateway, from Log
 * Analytics as JSON or CSV. The diagnostic logs of Azure OpenAI itself (RequestResponse, Audit) have no tokens.
 *
 * Cached tokens are not logged, so the whole prompt is read as uncached. Long messages are split over several rows of one
 * request; the counts stand in one of them.
 * https://learn.microsoft.com/en-us/azure/azure-monitor/reference/tables/apimanagementgatewayllmlog
 */
import { callOf } from '../call-record.ts';
import { firstTime } from '../fields/times.ts';
import { cachedInside } from '../fields/usage.ts';
import { countIn, firstText, type JsonObject, modelIn } from '../fields/values.ts';
import { type Format, keyIn } from './format.ts';

const isGateway = (row: JsonObject): boolean =>
  'PromptTokens' in row && 'CompletionTokens' in row && ('ModelName' in row || 'DeploymentName' in row);

export const azureGateway: Format = {
  name: 'azure-gateway',
  marks: 'rows of ApiManagementGatewayLlmLog with TimeGenerated, ModelName, PromptTokens and CompletionTokens',
  recognise: isGateway,
  differs: (row) =>
    /^(RequestResponse|Audit|Trace|AzureOpenAIRequestUsage)$/.test(firstText(row, 'category', 'Category') ?? '')
      ? "it has no PromptTokens: Azure OpenAI's diagnostic logs count bytes, not tokens. Log GatewayLlmLogs of API Management instead"
      : null,
  open: () => (row, take) => {
    const [input, output] = [countIn(row, 'PromptTokens'), countIn(row, 'CompletionTokens')];
    if ((input ?? 0) + (output ?? 0) === 0) return;
    const id = firstText(row, 'RequestId', 'CorrelationId');
    take(
      {
        ...callOf(
          modelIn(row, 'ModelName', 'DeploymentName'),
          cachedInside({
            ...{ input, output },
          }),
        ),
        at: firstTime(row, 'TimeGenerated', 'TimeGenerated [UTC]', 'time'),
        host: 'azure',
        project: firstText(row, 'ApimSubscriptionId', 'DeploymentName'),
      },
      keyIn('azure', id),
    );
  },
};
