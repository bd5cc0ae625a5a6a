import type { PageEntry } from '../shell/page-entry.ts';
import { barePages } from './bare-pages.tsx';
import { merchantPages } from './merchant-pages.tsx';
import { staffPages } from './staff-pages.tsx';

/**
 * Every page of the app. Router, guard, sidebar, breadcrumb, page search and tab titles are computed from this table.
 */
export const pages: readonly PageEntry[] = [...merchantPages, ...staffPages, ...barePages];
