import { consentUrl } from './stores.api.ts';

export type Opened = { url: string; blocked: boolean };

/**
 * Opens the shop's consent page in a new tab. The tab is opened at once, while the click still counts, and gets its
 * address when the server has answered; it cannot reach back into this page. Throws the server's refusal.
 */
export function openConsent(domain: string, importDays: number, unshippedOnly = false): Promise<Opened> {
  return openInTab(() => consentUrl(domain, importDays, unshippedOnly));
}

/** The same for any page of a shop, whose address `urlOf` asks for. */
export async function openInTab(urlOf: () => Promise<string>): Promise<Opened> {
  const tab = window.open('', '_blank');
  if (tab) tab.opener = null;
  try {
    const url = await urlOf();
    if (tab) tab.location.replace(url);
    return { url, blocked: tab === null };
  } catch (error) {
    tab?.close();
    throw error;
  }
}
