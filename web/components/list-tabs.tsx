import { CountTabs } from '#web/ui/count-tabs.tsx';
import { type ListUrl, useKnownTab } from './use-list-url.ts';

type Counts = Readonly<Record<string, number | null | undefined>>;

type ListTabsProps<Tab extends string> = {
  url: ListUrl;
  tabs: readonly Tab[];
  value: Tab;
  /** What the tabs are about, for readers of the screen. */
  label: string;
  tabLabel: (tab: Tab) => string;
  /** How many rows each tab has: all of them say it, or none; they do once all are known. Null where rows aren't work, or it isn't a list. */
  counts?: Counts | undefined;
  /** Tabs whose number is amber: they want the reader. */
  attention?: readonly Tab[];
  /** What else of the address a tab takes along: everything that is about the rows of the former one alone. */
  forget?: readonly string[];
};

/** What of the address is about one list, for pages whose tabs are lists of their own. */
export const ofOneList = ['q', 'sort', 'state', 'view'] as const;

/** The tab that the address names, or the first; an address that names none of them is put right. */
export function useTab<Tab extends string>(url: ListUrl, tabs: readonly [Tab, ...Tab[]]): Tab {
  useKnownTab(url, tabs);
  return tabs.find((one) => one === url.get('tab')) ?? tabs[0];
}

/** Whether all numbers of the tabs are there: one that is still being read holds the others back. */
export const allKnown = (counts: Counts): boolean => Object.values(counts).every((count) => count !== undefined);

/** Tabs over a list, or over several that share a page; the address is silent about the first. */
export function ListTabs<Tab extends string>(props: ListTabsProps<Tab>) {
  const { url, tabs, value, label, tabLabel, counts, attention = [], forget = [] } = props;
  if (tabs.length < 2) return null; // nothing to choose
  const shown = counts && allKnown(counts) ? counts : undefined;
  // a tab that the server does not name has no rows
  const countOf = (tab: Tab) => (shown && shown[tab] !== null ? (shown[tab] ?? 0) : undefined);
  const forgotten = Object.fromEntries(forget.map((name) => [name, undefined]));
  return (
    <CountTabs
      label={label}
      tabs={tabs.map((tab) => ({
        value: tab,
        label: tabLabel(tab),
        count: countOf(tab),
        attention: attention.includes(tab),
      }))}
      value={value}
      onChange={(tab) => url.set({ ...forgotten, tab: tab === tabs[0] ? undefined : tab })}
    />
  );
}
