import type { account } from './en/account.ts';
import type { apiAccess } from './en/api-access.ts';
import type { coming } from './en/coming.ts';
import type { resources } from './en/resources.ts';
import type { subAccounts } from './en/sub-accounts.ts';
import type { branding } from './en/branding.ts';
import type { clients } from './en/clients.ts';
import type { comparisons } from './en/comparisons.ts';
import type { dashboard } from './en/dashboard.ts';
import type { lists } from './en/lists.ts';
import type { imageSearch } from './en/image-search.ts';
import type { invoices } from './en/invoices.ts';
import type { mapping } from './en/mapping.ts';
import type { notifications } from './en/notifications.ts';
import type { privacy } from './en/privacy.ts';
import type { products } from './en/products.ts';
import type { profile } from './en/profile.ts';
import type { quotes } from './en/quotes.ts';
import type { orders } from './en/orders.ts';
import type { partners } from './en/partners.ts';
import type { session } from './en/session.ts';
import type { shell } from './en/shell.ts';
import type { shipping } from './en/shipping.ts';
import type { stores } from './en/stores.ts';
import type { wallet } from './en/wallet.ts';

/** The texts of each feature, as types only; a new feature adds its line here and its file under `en/` and `zh/`. */
export type Resources = {
  account: typeof account;
  'api-access': typeof apiAccess;
  coming: typeof coming;
  resources: typeof resources;
  'sub-accounts': typeof subAccounts;
  branding: typeof branding;
  clients: typeof clients;
  comparisons: typeof comparisons;
  dashboard: typeof dashboard;
  'image-search': typeof imageSearch;
  invoices: typeof invoices;
  lists: typeof lists;
  mapping: typeof mapping;
  partners: typeof partners;
  notifications: typeof notifications;
  privacy: typeof privacy;
  products: typeof products;
  profile: typeof profile;
  quotes: typeof quotes;
  orders: typeof orders;
  session: typeof session;
  shell: typeof shell;
  shipping: typeof shipping;
  stores: typeof stores;
  wallet: typeof wallet;
};

/** A feature that has texts. */
export type TextFeature = keyof Resources;
