import { IconLayoutDashboard, IconUsersGroup } from '@tabler/icons-react';
import { paths } from '../lib/paths.ts';
import type { PageEntry } from '../shell/page-entry.ts';
import { lazyPage } from './lazy-page.ts';

/**
 * Every page of the app. Router, guard, sidebar, breadcrumb, page search and tab titles are computed from this table.
 * Desks of the provider's staff carry roles; pages of merchants carry none (decision 2).
 */
export const pages: readonly PageEntry[] = [
  {
    path: paths.dashboard,
    title: 'dashboard',
    icon: IconLayoutDashboard,
    feature: 'orders',
    affix: true,
    page: lazyPage(() => import('../features/dashboard/dashboard-page.tsx').then((m) => m.DashboardPage), 'dashboard'),
  },
  {
    path: paths.clients,
    title: 'clients',
    icon: IconUsersGroup,
    roles: ['agent', 'finance'],
    page: lazyPage(() => import('../features/clients/clients-page.tsx').then((m) => m.ClientsPage), 'clients'),
  },
  {
    path: paths.login,
    title: 'login',
    bare: true,
    page: lazyPage(() => import('../features/session/login-page.tsx').then((m) => m.LoginPage), 'session'),
  },
  {
    path: paths.notFound,
    title: 'notFound',
    bare: true,
    page: lazyPage(() => import('../features/session/not-found-page.tsx').then((m) => m.NotFoundPage)),
  },
  {
    path: paths.forbidden,
    title: 'forbidden',
    bare: true,
    page: lazyPage(() => import('../features/session/forbidden-page.tsx').then((m) => m.ForbiddenPage)),
  },
];
