type Start = { authorize_url: string; domain: string; started_at: string };

export type Opened = { url: string; domain: string; startedAt: string; blocked: boolean };

/**
 * Opens a shop's consent page in a new tab. The tab is opened at once, while the click still counts, and gets its address
 * when `ask` has answered; it cannot reach back into this page. False when `ask` answers false: the tab is closed again.
 */
export async function openInTab(ask: () => Promise<Start | false>): Promise<Opened | false> {
  const tab = window.open('', '_blank');
  if (tab) tab.opener = null;
  const answer = await ask();
  if (answer === false) {
    tab?.close();
    return false;
  }
  tab?.location.replace(answer.authorize_url);
  const { authorize_url: url, domain, started_at: startedAt } = answer;
  return { url, domain, startedAt, blocked: tab === null };
}
