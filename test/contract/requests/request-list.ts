/** Makes a list of requests of the contract, in the order in which they are added. */
import { basePath, type ContractRequest, type Expected } from '../contract-request.ts';

/** A path of the API. */
export const at = (path: string) => `${basePath}${path}`;

/** The header field with which an answer states that it is published as `file`. */
export const located = (file: string) => ({ headers: { 'content-location': at(`/${file}`) } });

/** What is expected of a successful POST. */
export const estimate = { status: 200, schema: 'estimate' };

type Posted = { headers?: Record<string, string>; path?: string; expect: ContractRequest['expect'] };

/** An empty list, and functions that add requests to it. */
export function requestList() {
  const list: ContractRequest[] = [];

  function add(name: string, request: Omit<ContractRequest, 'name'>): void {
    list.push({ name, ...request });
  }

  /** A GET that is answered from a published file. */
  function serves(
    path: string,
    file: string,
    schema: string | null,
    { name = `GET ${path}`, headers }: { name?: string; headers?: Record<string, Expected> } = {},
  ): void {
    add(name, {
      method: 'GET',
      path: at(path),
      expect: { status: 200, file, ...(schema !== null && { schema }), ...(headers && { headers }) },
    });
  }

  function refuses(
    method: string,
    path: string,
    status: number,
    code: string,
    {
      message,
      headers,
      name = `${method} ${path} is refused`,
    }: {
      message?: RegExp;
      headers?: Record<string, string>;
      name?: string;
    } = {},
  ): void {
    add(name, {
      method,
      path: at(path),
      ...(headers && { headers }),
      expect: { status, code, ...(message && { message }) },
    });
  }

  /** A POST of JSON to /estimate, or another path. */
  function posts(name: string, body: string | undefined, { headers, path = '/estimate', expect }: Posted): void {
    add(`POST ${name}`, {
      method: 'POST',
      path: at(path),
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && { body }),
      expect,
    });
  }

  return { list, add, serves, refuses, posts };
}
