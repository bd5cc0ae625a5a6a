export { StockingDesk } from './staff-stock-orders.tsx';
export { AskButton, StockingDialog } from './stock-order-dialog.tsx';
export { StockingDrawer } from './stock-order-drawer.tsx';
export { IncomingList, StockingList } from './stock-orders-list.tsx';
