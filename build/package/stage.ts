/**
 * The folder from which the npm package is packed and published. `npm pack` and `npm publish` always take the README.md
 * beside package.json, and in the top folder that is the one of the repository.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What users of the package need; scripts and settings of this repository are left out. */
const publishedFields = [
  ...['name', 'version', 'description', 'license', 'author', 'repository', 'homepage', 'bugs', 'keywords', 'type'],
  ...['exports', 'bin', 'files', 'sideEffects', 'engines', 'peerDependencies', 'peerDependenciesMeta', 'publishConfig'],
];

/**
 * Makes the folder of the package; `files` in package.json says which files of the build are sent.
 * @param root folder of the project
 * @param dist its build
 * @param to the folder, which is replaced
 */
export function stagePackage(root: string, dist: string, to: string): void {
  const manifest: Record<string, unknown> = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const published = Object.fromEntries(
    publishedFields.flatMap((field) => (Object.hasOwn(manifest, field) ? [[field, manifest[field]]] : [])),
  );
  rmSync(to, { recursive: true, force: true });
  mkdirSync(join(to, 'dist'), { recursive: true });
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  copyFileSync(join(root, 'build/package/README.md'), join(to, 'README.md'));
  copyFileSync(join(root, 'LICENSE'), join(to, 'LICENSE'));
  for (const entry of readdirSync(dist, { withFileTypes: true })) {
    if (entry.isFile()) copyFileSync(join(dist, entry.name), join(to, 'dist', entry.name));
  }
}
