/** A code's word in each language. */
export type Words = Readonly<Record<string, { en: string; zh: string }>>;

// What the screen shows for the codes of states, for files. testing/file-words.unit.test.ts holds both together.

export const orderStages = {
  imported: { en: 'Imported', zh: '已导入' },
  quoting: { en: 'Quoting', zh: '报价中' },
  awaiting_payment: { en: 'To pay', zh: '待付款' },
  paying: { en: 'Payment processing', zh: '付款处理中' },
  processing: { en: 'Processing', zh: '处理中' },
  ready_to_ship: { en: 'Ready to ship', zh: '待发货' },
  partially_shipped: { en: 'Partially shipped', zh: '部分发货' },
  shipped: { en: 'Shipped', zh: '已发货' },
  delivered: { en: 'Delivered', zh: '已送达' },
  closed: { en: 'Closed', zh: '已关闭' },
  self_fulfilled: { en: 'Self-fulfilled', zh: '自行发货' },
  cancelled: { en: 'Cancelled', zh: '已取消' },
  merged: { en: 'Merged', zh: '已合并' },
} as const satisfies Words;

export const orderPayments = {
  none: { en: 'Unpaid', zh: '未付款' },
  invoiced: { en: 'Invoiced', zh: '已出账单' },
  paying: { en: 'Processing', zh: '处理中' },
  paid: { en: 'Paid', zh: '已付款' },
  partly_refunded: { en: 'Partially refunded', zh: '部分退款' },
  refunded: { en: 'Refunded', zh: '已退款' },
} as const satisfies Words;

export const customerPayments = {
  pending: { en: 'Pending', zh: '待付款' },
  authorized: { en: 'Authorized', zh: '已授权' },
  partially_paid: { en: 'Partially paid', zh: '部分付款' },
  paid: { en: 'Paid', zh: '已付款' },
  partially_refunded: { en: 'Partially refunded', zh: '部分退款' },
  refunded: { en: 'Refunded', zh: '已退款' },
  voided: { en: 'Voided', zh: '已作废' },
  expired: { en: 'Expired', zh: '已过期' },
} as const satisfies Words;

/** What stops an order; `HOLD` for one that was put on hold. */
export const orderBlocks = {
  HOLD: { en: 'On hold', zh: '已暂停' },
  UNMAPPED_VARIANT: { en: 'Not mapped', zh: '未配对' },
  MAPPING_CHANGED: { en: 'Product changed', zh: '商品已变更' },
  NO_PRICE: { en: 'No price', zh: '暂无价格' },
  COUNTRY_NOT_SERVED: { en: 'No shipping rate to this country', zh: '该国家暂无运费' },
  ADDRESS_INCOMPLETE: { en: 'Address incomplete', zh: '地址不完整' },
  ADDRESS_NOT_DELIVERABLE: { en: 'Undeliverable address', zh: '地址无法派送' },
  PHONE_REQUIRED: { en: 'Phone required', zh: '缺少电话' },
  TAX_ID_REQUIRED: { en: 'Tax ID required', zh: '缺少税号' },
  CHANNEL_RESTRICTION: { en: 'Shipping restriction', zh: '物流限制' },
  CUSTOMS_DATA_MISSING: { en: 'Missing customs data', zh: '缺少报关资料' },
  DUPLICATE_SUSPECT: { en: 'Possible duplicate', zh: '疑似重复' },
  STORE_UNPAID: { en: 'Unpaid in store', zh: '买家未付清' },
  HIGH_RISK: { en: 'High risk', zh: '高风险' },
  PRICE_APPROVAL: { en: 'Price change to review', zh: '调价待确认' },
  PRICE_GUARD: { en: 'Over price limit', zh: '超出价格上限' },
  STORE_HOLD: { en: 'On hold in store', zh: '店铺已暂停' },
  MARKED_FULFILLED_IN_STORE: { en: 'Fulfilled in store', zh: '店铺已标记发货' },
  OUT_OF_STOCK: { en: 'Insufficient stock', zh: '库存不足' },
  CHANGED_AFTER_PAYMENT: { en: 'Changed after payment', zh: '付款后变更' },
  COUNTRY_CHANGED: { en: 'Country changed in store', zh: '店铺更改了国家' },
} as const satisfies Words;

export const orderRisks = {
  high: { en: 'High risk', zh: '高风险' },
  medium: { en: 'Medium risk', zh: '中风险' },
} as const satisfies Words;

export const parcelExceptions = {
  no_number: { en: 'Unshipped for 72 h', zh: '72 小时未发货' },
  no_rest: { en: 'Rest unshipped for 72 h', zh: '72 小时未发完' },
  no_scan: { en: 'No scan for 5 days', zh: '5 天未扫描' },
  silent: { en: 'No updates for 10 days', zh: '10 天无更新' },
  exception: { en: 'Carrier exception', zh: '派送异常' },
  returned: { en: 'Returned', zh: '已退回' },
  late: { en: 'Past estimated delivery', zh: '超过预计送达日期' },
} as const satisfies Words;

export const claimReasons = {
  not_received: { en: 'Marked as delivered but not received', zh: '显示已签收但未收到' },
  lost: { en: 'Lost in transit', zh: '运输中丢失' },
  damaged: { en: 'Damaged', zh: '损坏' },
  wrong_item: { en: 'Wrong item', zh: '发错商品' },
  missing_item: { en: 'Missing item', zh: '缺少商品' },
  quality: { en: 'Poor quality', zh: '质量差' },
  late: { en: 'Late delivery', zh: '派送延误' },
  customs: { en: 'Held by customs', zh: '被海关扣留' },
  returned_to_sender: { en: 'Returned to sender', zh: '退回发件人' },
  cancel_after_paid: { en: 'No longer needed (not shipped)', zh: '不再需要（未发货）' },
} as const satisfies Words;

export const claimStatuses = {
  submitted: { en: 'Submitted', zh: '已提交' },
  under_review: { en: 'Under review', zh: '审核中' },
  need_evidence: { en: 'Evidence needed', zh: '待补充凭证' },
  approved_refund: { en: 'Refunded', zh: '已退款' },
  approved_partial: { en: 'Partially refunded', zh: '部分退款' },
  approved_reship: { en: 'Replaced', zh: '已补发' },
  rejected: { en: 'Rejected', zh: '已拒绝' },
  withdrawn: { en: 'Cancelled', zh: '已撤回' },
  expired: { en: 'Expired', zh: '已过期' },
  closed: { en: 'Closed', zh: '已关闭' },
} as const satisfies Words;

export const quoteStatuses = {
  submitted: { en: 'Waiting for agent', zh: '等待客户经理' },
  in_progress: { en: 'In progress', zh: '处理中' },
  need_info: { en: 'Needs your reply', zh: '待您回复' },
  quoted: { en: 'Ready to accept', zh: '待接受' },
  countered: { en: 'Counter-offer sent', zh: '已还价' },
  accepted: { en: 'Accepted', zh: '已接受' },
  declined: { en: 'Declined', zh: '已拒绝' },
  unavailable: { en: 'Unavailable', zh: '无法供货' },
  expired: { en: 'Expired', zh: '已过期' },
  cancelled: { en: 'Cancelled by you', zh: '您已取消' },
} as const satisfies Words;

/** The same as staff read them: what is asked wants the agent. */
export const staffQuoteStatuses = {
  ...quoteStatuses,
  submitted: { en: 'To answer', zh: '待报价' },
  quoted: { en: 'Quoted', zh: '已报价' },
  need_info: { en: 'Waiting for client', zh: '等待客户回复' },
  countered: { en: 'Counter-offer', zh: '收到还价' },
  cancelled: { en: 'Cancelled by client', zh: '客户已取消' },
} as const satisfies Words;

/** Recharges as finance reads them: before it is decided, by whose turn it is. */
export const staffRecharges = {
  to_review: { en: 'To review', zh: '待审核' },
  for_colleague: { en: 'Waiting for a colleague', zh: '等待同事审批' },
  second: { en: 'Needs a second approval', zh: '需第二人审批' },
  charged_back: { en: 'Charged back', zh: '已拒付' },
  awaiting_transfer: { en: 'Awaiting transfer', zh: '待转账' },
  processing: { en: 'Awaiting payment', zh: '待支付' },
  credited: { en: 'Credited', zh: '已到账' },
  rejected: { en: 'Rejected', zh: '未通过' },
  failed: { en: 'Failed', zh: '失败' },
  expired: { en: 'Expired', zh: '已过期' },
  cancelled: { en: 'Cancelled', zh: '已取消' },
} as const satisfies Words;

export const invoiceKinds = {
  orders: { en: 'Orders', zh: '订单' },
  stock_order: { en: 'Stock order', zh: '备货单' },
  brand: { en: 'Branding', zh: '品牌' },
  service: { en: 'Services', zh: '服务' },
} as const satisfies Words;

export const invoiceStatuses = {
  draft: { en: 'Draft', zh: '草稿' },
  open: { en: 'Unpaid', zh: '未付款' },
  paying: { en: 'Payment processing', zh: '付款处理中' },
  paid: { en: 'Paid', zh: '已付款' },
  partly_paid: { en: 'Partially paid', zh: '部分付款' },
  expired: { en: 'Expired', zh: '已过期' },
  void: { en: 'Void', zh: '已作废' },
  partly_credited: { en: 'Partially refunded', zh: '部分退款' },
  credited: { en: 'Refunded', zh: '已退款' },
} as const satisfies Words;

export const mappingStates = {
  unmapped: { en: 'Not mapped', zh: '未配对' },
  suggested: { en: 'Suggested', zh: '有建议' },
  needs_review: { en: 'Needs review', zh: '待核对' },
  mapped: { en: 'Mapped', zh: '已配对' },
  not_ours: { en: 'Self-fulfilled', zh: '自行发货' },
} as const satisfies Words;

export const storeProductStatuses = {
  active: { en: 'Active', zh: '在售' },
  draft: { en: 'Draft', zh: '草稿' },
  archived: { en: 'Archived', zh: '已归档' },
  unlisted: { en: 'Unlisted', zh: '未公开' },
} as const satisfies Words;

export const productStock = {
  none: { en: 'Sourced to order', zh: '按单采购' },
  out: { en: 'Out of stock', zh: '缺货' },
  partly: { en: 'Partially in stock', zh: '部分有货' },
  low: { en: 'Low stock', zh: '库存偏低' },
  in_stock: { en: 'In stock', zh: '有货' },
} as const satisfies Words;

/** How far the latest quote of a product is. */
export const productQuotes = {
  submitted: { en: 'Requested', zh: '已询价' },
  in_progress: { en: 'In progress', zh: '处理中' },
  need_info: { en: 'Question for you', zh: '待您答复' },
  quoted: { en: 'Ready to accept', zh: '待接受' },
  countered: { en: 'Countered', zh: '已还价' },
  accepted: { en: 'Accepted', zh: '已接受' },
  declined: { en: 'Declined', zh: '已拒绝' },
  unavailable: { en: 'Unavailable', zh: '无法供货' },
  expired: { en: 'Expired', zh: '已过期' },
  cancelled: { en: 'Cancelled by you', zh: '您已取消' },
} as const satisfies Words;

export const stockMovements = {
  receipt: { en: 'Received', zh: '入库' },
  ship: { en: 'Shipped', zh: '发货' },
  return: { en: 'Returned', zh: '退回' },
  damage: { en: 'Damaged', zh: '破损' },
  adjust: { en: 'Recounted', zh: '盘点' },
  transfer_out: { en: 'Transferred out', zh: '调出' },
  transfer_in: { en: 'Transferred in', zh: '调入' },
  write_off: { en: 'Written off', zh: '报废' },
} as const satisfies Words;

export const platforms = {
  shopify: { en: 'Shopify', zh: 'Shopify' },
  woocommerce: { en: 'WooCommerce', zh: 'WooCommerce' },
  file: { en: 'Order files', zh: '订单文件' },
} as const satisfies Words;

export const storeStatuses = {
  pending: { en: 'Not connected', zh: '未连接' },
  connected: { en: 'Connected', zh: '已连接' },
  needs_reauth: { en: 'Needs re-authorization', zh: '需要重新授权' },
  trouble: { en: 'Connection issue', zh: '连接异常' },
  suspended: { en: 'Closed on Shopify', zh: '已被 Shopify 关闭' },
  disconnected: { en: 'Disconnected', zh: '已断开' },
} as const satisfies Words;

export const payModes = {
  manual: { en: 'Manually', zh: '手动付款' },
  after_1h: { en: 'After 1 hour', zh: '1 小时后' },
  after_24h: { en: 'After 24 hours', zh: '24 小时后' },
  daily: { en: 'Once a day', zh: '每天一次' },
} as const satisfies Words;

export const yesNo = { yes: { en: 'Yes', zh: '是' }, no: { en: 'No', zh: '否' } } as const satisfies Words;
