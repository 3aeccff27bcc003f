/** `provenance.intoto.json`. */
import { dataDir, type SnapshotManifest } from './layout.ts';

/**
 * An in-toto statement (v1) with SLSA provenance (v1) about the manifest and the files it lists. It is not signed,
 * so it claims no SLSA level: it repeats the manifest in a standard form.
 */
export const statementOf = (manifest: SnapshotManifest, sums: ReadonlyMap<string, string>) => ({
  _type: 'https://in-toto.io/Statement/v1',
  subject: [...sums].map(([name, sha256]) => ({ name, digest: { sha256 } })),
  predicateType: 'https://slsa.dev/provenance/v1',
  predicate: {
    buildDefinition: {
      buildType: 'tag:agent-cost,2026:snapshot/v1',
      externalParameters: { asOf: manifest.pricesAsOf },
      internalParameters: { tools: manifest.tools },
      resolvedDependencies: [
        ...(manifest.commit === null ? [] : [{ name: 'source', digest: { gitCommit: manifest.commit } }]),
        ...manifest.files
          .filter(({ path }) => path.startsWith(`${dataDir}/`))
          .map(({ path, sha256 }) => ({ name: path, digest: { sha256 } })),
      ],
    },
    runDetails: {
      builder: { id: 'tag:agent-cost,2026:npm-run-snapshot', version: { 'agent-cost': manifest.program.version } },
    },
  },
});
