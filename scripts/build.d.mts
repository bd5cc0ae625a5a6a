/** Builds the web app into dist/web unless it is current; answers whether it built. */
export function ensureBuilt(root: string): Promise<boolean>;
