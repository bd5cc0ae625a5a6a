/**
 * Opens a single-use link (P27) as a download. The link comes from a call such as `api.files.link`;
 * it lives 60 seconds, so ask for it at the click and not before.
 */
export function openDownload(url: string, name?: string): void {
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name ?? '';
  anchor.rel = 'noopener';
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}

/** Hands the user a JSON file that is here already. */
export function saveJson(name: string, content: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }));
  openDownload(url, name);
  URL.revokeObjectURL(url);
}
