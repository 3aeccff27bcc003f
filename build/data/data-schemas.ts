/** `npm run schemas`: writes data/schemas from the shapes in runtime/core/dataset/dataset.ts. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { dataSchemaNames, dataSchemaText } from '../../runtime/api/published-schemas/data-schemas.ts';
import { writeOutput } from '../../runtime/io/output-file.ts';

const dir = join(import.meta.dirname, '../../data/schemas');
mkdirSync(dir, { recursive: true });
for (const name of dataSchemaNames) writeOutput(join(dir, name), dataSchemaText(name));
console.log(`Wrote ${dataSchemaNames.join(' and ')} to data/schemas.`);
