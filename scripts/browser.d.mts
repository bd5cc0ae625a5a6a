/** Path of a Chromium to test with: CHROMIUM_PATH, one installed on this machine, or Playwright's own. */
export function findBrowser(): Promise<string | undefined>;
/** Like findBrowser, but installs one when none is found. */
export function ensureBrowser(): Promise<string | undefined>;
