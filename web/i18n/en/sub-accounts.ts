export const subAccounts = {
  title: 'Sub-accounts',
  search: 'Name or e-mail',
  columns: { person: 'Person', role: 'Role', stores: 'Stores', status: 'Status', seen: 'Last active' },
  allStores: 'All stores',
  noStores: 'No store',
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
  statuses: { invited: 'Invited', active: 'Active', suspended: 'Suspended', removed: 'Removed' },
  none: 'Nobody fits this search.',
  alone: 'Only you work in this account.',
  coming:
    'Inviting people by e-mail, roles with a limit per payment, and rights per store are in preparation. Until then your agent adds people for you.',
} as const;
