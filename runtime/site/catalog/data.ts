/** A separate script: the catalog as JSON text, for pages that need more than the prices in force. */
import { catalogText } from 'virtual:page-catalog';

globalThis.agentCostCatalog = catalogText;
