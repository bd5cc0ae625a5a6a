/** `Page - Site`, or the site alone where a page has no title of its own (shell 8.1). */
export function documentTitle(page: string, site: string): string {
  return page === '' ? site : `${page} - ${site}`;
}
