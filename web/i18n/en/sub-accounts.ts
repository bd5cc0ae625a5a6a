/** Texts of the Sub-accounts page. */
export const subAccounts = {
  title: 'Sub-accounts',
  search: 'Name or email',
  columns: {
    person: 'User',
    role: 'Role',
    stores: 'Stores',
    status: 'Status',
    seen: 'Last active',
  },
  allStores: 'All stores',
  noStores: 'No stores',
  roles: {
    owner: 'Owner',
    manager: 'Manager',
    operations: 'Operations',
    payer: 'Payer',
    accountant: 'Accountant',
    sourcing: 'Sourcing',
    support: 'Support',
    viewer: 'Viewer',
  },
  statuses: {
    invited: 'Invited',
    active: 'Active',
    suspended: 'Suspended',
    removed: 'Removed',
  },
  alone: 'You’re the only user of this account',
  coming:
    'Inviting users, payment limits per role, and store permissions are coming soon. Until then, your agent adds users for you.',
} as const;
