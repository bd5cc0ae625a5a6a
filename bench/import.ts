import type { Table } from './table.ts';
export const importOrders = async (_o: { full: boolean }): Promise<Table[]> => [];
