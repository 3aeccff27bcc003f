/**
 * A file with a workflow: a request as `POST /api/v1/estimate` takes it, or an object that has one as `request` beside
 * other things, as `agent-cost calibrate` writes it. `$schema`, by which editors find the schema of a file, is no field
 * of a request.
 * @param file parsed JSON
 * @returns what is to be checked as a request
 */
export function requestInFile(file: unknown): unknown {
  if (typeof file !== 'object' || file === null || Array.isArray(file)) return file;
  if ('request' in file) return file.request;
  const { $schema: _, ...request } = file as { $schema?: unknown };
  return request;
}
