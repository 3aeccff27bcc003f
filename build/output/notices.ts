/** `dist/THIRD-PARTY-NOTICES.txt`: the licences of everything whose code is in the programs, as those licences ask. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export const noticesFile = 'THIRD-PARTY-NOTICES.txt';

/** The files in which a package keeps its licence and what must be passed on with it. */
const isNotice = (name: string): boolean => /^(licen[cs]e|notice|copying)/i.test(name);

/** Packages that are published without their licence: who holds the rights, by their package.json and repository. */
const holders: Record<string, readonly string[]> = {
  '@cfworker/json-schema': [
    'Copyright (c) Jeremy Danyow',
    'Copyright Mathias Bynens (parts from punycode.js)',
    'Copyright (c) 2015-2021 Evgeny Poberezkin (parts from ajv)',
  ],
  '@redis/client': ['Copyright (c) 2022-2025, Redis, inc.'],
};

/**
 * The notices for `inputs`, the paths that esbuild says went into the bundles. Throws where a package has neither a
 * licence file nor a known holder: nothing is passed on without its licence.
 */
export function noticesFor(inputs: readonly string[]): string {
  const directories = new Set(inputs.flatMap(packageOf));
  const own = readFileSync(join(root, 'LICENSE'), 'utf8');
  const sections = [
    `agent-cost\n\n${own.trim()}`,
    'The programs in this directory contain code of the packages below.',
    ...[...directories].sort().map(noticeOf),
  ];
  return `${sections.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** The directory of the package an input is of. Validators are code that Ajv has written. */
function packageOf(input: string): string[] {
  if (input.startsWith('validators:')) return ['node_modules/ajv'];
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.slice(0, 1) ?? [];
}

function noticeOf(directory: string): string {
  const read = (name: string) =>
    readFileSync(join(root, directory, name), 'utf8')
      .replaceAll('\r\n', '\n')
      .trim();
  const { name, version, license } = JSON.parse(read('package.json')) as Record<'name' | 'version' | 'license', string>;
  const files = readdirSync(join(root, directory)).filter(isNotice).sort();
  const texts = files.length > 0 ? files.map(read) : [mit(holders[name], name, license)];
  return [`${name} ${version} (${license})`, ...texts].join('\n\n');
}

/** The text of the MIT licence as SPDX lists it. */
function mit(lines: readonly string[] | undefined, name: string, license: string): string {
  if (lines === undefined || license !== 'MIT') {
    throw new Error(`${name} is bundled and has no licence file: add who holds its rights to build/output/notices.ts.`);
  }
  return `MIT License

${lines.join('\n')}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
}
