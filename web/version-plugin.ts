import type { Plugin } from 'vite';

/** Writes `version.json`: which first script belongs to this build, so that pages that are open can tell a newer one. */
export function versionPlugin(): Plugin {
  return {
    name: 'version',
    apply: 'build',
    generateBundle(_options, bundle) {
      const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
      if (entry === undefined) return;
      this.emitFile({
        type: 'asset',
        fileName: 'version.json',
        source: JSON.stringify({ entry: `/${entry.fileName}` }),
      });
    },
  };
}
