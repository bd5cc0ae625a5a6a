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
export const saveJson = (name: string, content: unknown): void =>
  saveText(name, 'application/json', JSON.stringify(content, null, 2));

/** Hands the user a file that is here already, as base64. */
export const saveBytes = (name: string, type: string, content: string): void =>
  saveText(
    name,
    type,
    Uint8Array.from(atob(content), (character) => character.charCodeAt(0)),
  );

/** Hands the user a file of text, or of bytes, that is here already. */
export function saveText(name: string, type: string, content: string | Uint8Array<ArrayBuffer>): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  openDownload(url, name);
  URL.revokeObjectURL(url);
}
