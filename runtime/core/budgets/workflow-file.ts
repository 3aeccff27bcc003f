/**
 * A workflow file is a request as `POST /api/v1/estimate` accepts it, or an object with one as `request` among other
 * fields, as `agent-cost estimate calibrate` writes it. `$schema`, which editors use to find the schema of a file, is not part
 * of a request.
 * @param file parsed JSON
 * @returns the value to validate as a request
 */
export function requestInFile(file: unknown): unknown {
  if (typeof file !== 'object' || file === null || Array.isArray(file)) return file;
  if ('request' in file) return file.request;
  const { $schema: _, ...request } = file as { $schema?: unknown };
  return request;
}
