/** Merchant roles (P2). */
export const merchantRoles = [
  'owner',
  'manager',
  'operations',
  'payer',
  'accountant',
  'sourcing',
  'support',
  'viewer',
] as const;
export type MerchantRole = (typeof merchantRoles)[number];

/** Staff roles of the provider (P2). Disjoint from the merchant roles. */
export const staffRoles = ['admin', 'agent', 'finance', 'warehouse'] as const;
export type StaffRole = (typeof staffRoles)[number];

export type Role = MerchantRole | StaffRole;

/** Whether staff see what goods cost and clients pay: the warehouse counts units. */
export const staffSeesMoney = (roles: readonly string[]): boolean => roles.some((role) => role !== 'warehouse');

/** Features that rights speak of; the same words as the menu, but for `customers`: who bought, with names and addresses. */
export const features = [
  'stores',
  'products',
  'stock',
  'brands',
  'quotes',
  'orders',
  'customers',
  'claims',
  'invoices',
  'statistics',
  'wallet',
  'account',
  'sub-accounts',
  'affiliate',
  'api-access',
] as const;
export type Feature = (typeof features)[number];

export const actions = ['view', 'edit', 'pay', 'export'] as const;
export type Action = (typeof actions)[number];

/** A membership's rights: per feature the actions it allows (P3). */
export type Rights = Partial<Record<Feature, readonly Action[]>>;

const all: readonly Action[] = ['view', 'edit', 'pay', 'export'];
const work: readonly Action[] = ['view', 'edit', 'export'];
const look: readonly Action[] = ['view'];

const everything: Rights = Object.fromEntries(features.map((feature) => [feature, all]));

/** Rights that each role starts with; a membership may carry its own instead. */
export const roleRights: Record<MerchantRole, Rights> = {
  owner: everything,
  manager: everything,
  operations: {
    stores: look,
    products: work,
    stock: work,
    brands: look,
    quotes: look,
    orders: work,
    customers: look,
    claims: work,
  },
  payer: {
    stores: look,
    products: look,
    orders: ['view', 'edit', 'pay'],
    customers: look,
    invoices: ['view', 'pay'],
    wallet: look,
  },
  accountant: {
    orders: look,
    invoices: all,
    statistics: ['view', 'export'],
    wallet: all,
  },
  sourcing: { stores: look, products: work, stock: look, brands: work, quotes: work, orders: look },
  support: { stores: look, products: look, orders: look, customers: look, claims: ['view', 'edit'] },
  viewer: { stores: look, products: look, stock: look, quotes: look, orders: look, customers: look, invoices: look },
};

/** What staff may do while they act for a client: a manager's work, but for what moves money and for the client's own users (P28). */
export const actingRights: Rights = Object.fromEntries(
  features.filter((feature) => feature !== 'sub-accounts').map((feature) => [feature, work]),
);

/** Whether `rights` allow `action` on `feature`; `edit`, `pay` and `export` need their own mention. */
export function allows(rights: Rights, feature: Feature, action: Action): boolean {
  return rights[feature]?.includes(action) ?? false;
}
