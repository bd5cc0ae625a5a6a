import { v7 as uuid } from 'uuid';
import { stock } from '#contract/stock.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { moveStock } from './stock-desk.service.ts';
import { findWarehouses } from './stock-list.db.ts';
import * as service from './stock-list.service.ts';
import type { Watch } from './stock-watch.service.ts';

export function stockRoutes(host: Host, needs: Watch): void {
  mount(host, 'stock', stock, {
    list: (ctx, { query }) => service.listStock(ctx, query),
    movements: (ctx, { query }) => service.listMovements(ctx, query),
    setAlert: (ctx, { params, body }) => service.setAlert(ctx, needs, params.id, body),
    warehouses: (ctx) => findWarehouses(ctx),
    deskMove: (ctx, { params, body }) => moveStock(ctx, needs, params.id, body, uuid()),
  });
}
