import type { Table } from './table.ts';
export const orders = async (_o: { full: boolean }): Promise<Table[]> => [];
