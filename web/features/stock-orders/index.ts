export { StaffStockOrders } from './staff-stock-orders.tsx';
export { CreateStockOrderButton, type Restock, StockOrderDialog } from './stock-order-dialog.tsx';
export { StockOrderDrawer } from './stock-order-drawer.tsx';
export { IncomingList, StockOrderList } from './stock-orders-list.tsx';
