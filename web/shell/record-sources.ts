import { api } from '../api/client.ts';
import { paths, withQuery } from '../lib/paths.ts';
import type { Found } from './page-search.ts';

type Ask = (q: string, signal: AbortSignal) => Promise<Found[]>;

/** Records of one kind that the palette looks through. */
export type RecordSource = {
  name:
    | 'orders'
    | 'invoices'
    | 'quotes'
    | 'products'
    | 'stores'
    | 'clients'
    | 'staffQuotes'
    | 'staffRecharges'
    | 'staffFulfillment';
  ask: Ask;
};

// The lists behind the palette may ask the same paths meanwhile: the palette's marked calls have keys of their own.
const perPage = 5;
const first = (q: string) => ({ q, per_page: perPage });

const askOrders: Ask = async (q, signal) => {
  const { data } = await api.orders.list({ query: first(q) }, { signal, rollback: 'search orders' });
  return data.map(({ id, name, store, customer, items }) => ({
    key: id,
    title: name,
    detail: [customer, items[0]?.title, store.name].filter((part) => part != null).join(' · '),
    to: withQuery(paths.orders, { order: id }),
  }));
};

const askInvoices: Ask = async (q, signal) => {
  const { data } = await api.invoices.list({ query: first(q) }, { signal });
  return data.map(({ id, number }) => ({ key: id, title: number, to: withQuery(paths.invoices, { invoice: id }) }));
};

const askQuotes: Ask = async (q, signal) => {
  const { data } = await api.quotes.list({ query: first(q) }, { signal });
  return data.map(({ id, number, title }) => ({
    key: id,
    title: number,
    detail: title,
    to: withQuery(paths.quotes, { quote: id }),
  }));
};

const askProducts: Ask = async (q, signal) => {
  const { data } = await api.products.list({ query: first(q) }, { signal });
  return data.map(({ id, title, store }) => ({
    key: id,
    title,
    detail: store.name,
    to: withQuery(paths.products, { product: id }),
  }));
};

const askStores: Ask = async (q, signal) => {
  const { data } = await api.stores.list({ query: first(q) }, { signal, rollback: 'search stores' });
  return data.map(({ id, name, myshopify_domain: domain }) => ({
    key: id,
    title: name,
    ...(domain !== null && { detail: domain }),
    to: withQuery(paths.stores, { q: domain ?? name }),
  }));
};

/** The lists of one account, by the feature whose right to view they need. */
export const accountSources = [
  { name: 'orders', ask: askOrders },
  { name: 'invoices', ask: askInvoices },
  { name: 'quotes', ask: askQuotes },
  { name: 'products', ask: askProducts },
  { name: 'stores', ask: askStores },
] as const satisfies RecordSource[];

const askStaffQuotes: Ask = async (q, signal) => {
  const { data } = await api.quotes.staffList({ query: { ...first(q), tab: 'all' } }, { signal });
  return data.map(({ id, number, title, client }) => ({
    key: id,
    title: number,
    detail: `${client.name} · ${title}`,
    to: withQuery(paths.staffQuotes, { tab: 'all', quote: id, account: client.id }),
  }));
};

const askStaffRecharges: Ask = async (q, signal) => {
  const { data } = await api.wallet.staffList({ query: { ...first(q), tab: 'all' } }, { signal });
  return data.map(({ id, number, client }) => ({
    key: id,
    title: number,
    detail: client.name,
    to: withQuery(paths.staffRecharges, { tab: 'all', q: number, recharge: id }),
  }));
};

const askStaffFulfillment: Ask = async (q, signal) => {
  const { data } = await api.orders.staffList(
    { query: { ...first(q), tab: 'all' } },
    { signal, rollback: 'search orders to ship' },
  );
  return data.map(({ id, name, client }) => ({
    key: id,
    title: name,
    detail: client.name,
    to: withQuery(paths.staffFulfillment, { tab: 'all', q: name }),
  }));
};

const askClients: Ask = async (q, signal) => {
  const { data } = await api.clients.list({ query: first(q) }, { signal, rollback: 'search clients' });
  return data.map(({ id, number, name }) => ({
    key: id,
    title: name,
    detail: String(number),
    to: withQuery(paths.clients, { q: String(number) }),
  }));
};

/** The lists of staff, each with the roles that serve it. */
export const staffSources = [
  { name: 'clients', roles: ['agent', 'finance'], ask: askClients },
  { name: 'staffQuotes', roles: ['agent'], ask: askStaffQuotes },
  { name: 'staffRecharges', roles: ['finance'], ask: askStaffRecharges },
  { name: 'staffFulfillment', roles: ['warehouse'], ask: askStaffFulfillment },
] as const satisfies (RecordSource & { roles: string[] })[];
