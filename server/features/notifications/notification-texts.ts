import type { NotificationEvent } from '#contract/notification-events.ts';
import { moneyText } from '#server/lib/money-text.ts';
import { keptParams } from '#server/lib/refusal-texts.ts';
import { invoiceTexts } from './notification-invoice-texts.ts';
import { orderTexts } from './notification-order-texts.ts';
import { claimTexts } from './notification-claim-texts.ts';
import { quoteTexts } from './notification-quote-texts.ts';
import { walletTexts } from './notification-wallet-texts.ts';

type Params = Readonly<Record<string, string | number>>;
type Words = { title: string; lead: string; button: string };
type Texts = Record<NotificationEvent, (about: Params) => Words>;

/** An amount in minor units as a sentence names it. */
const money = ({ amount, currency }: Params) => moneyText(Number(amount ?? 0), String(currency ?? 'USD'));

/** A number with its noun, in the plural unless it is one. */
const count = (number: string | number | undefined, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Why an order has an exception, as a mail says it. */
const alertReasons: Record<'en' | 'zh', Record<string, string>> = {
  en: {
    no_number: 'it has had no tracking number for 72 hours since you paid',
    no_scan: 'the carrier hasn’t scanned its parcel in the five days since the label was created',
    silent: 'its parcel has had no tracking update for ten days',
    exception: 'the carrier reports a problem with its parcel',
    returned: 'its parcel was returned',
    late: 'its estimated delivery date has passed',
  },
  zh: {
    no_number: '付款 72 小时后仍没有运单号',
    no_scan: '面单生成五天后承运商仍未扫描',
    silent: '包裹已十天没有任何动态',
    exception: '承运商报告包裹异常',
    returned: '包裹已被退回',
    late: '已超过预计送达日期',
  },
};

const en: Texts = {
  ...orderTexts.en,
  ...claimTexts.en,
  ...quoteTexts.en,
  ...walletTexts.en,
  ...invoiceTexts.en,
  price_proposed: (about) => ({
    title: `${about.number}: ${count(about.prices, 'price change')} from ${about.day}`,
    lead: `Your agent proposes new prices for ${count(about.prices, 'item')} from ${about.day}. Accept or reject them before then; undecided prices block orders from that day.`,
    button: 'Review prices',
  }),
  price_reminder: (about) => ({
    title: `${about.number}: ${count(about.prices, 'price change')} to review by ${about.day}`,
    lead: `${count(about.prices, 'price change')} of ${about.number} ${about.prices === 1 ? 'isn’t' : 'aren’t'} reviewed yet. The old prices end on ${about.day}, and orders with these products are blocked from then.`,
    button: 'Review prices',
  }),
  price_due: (about) => ({
    title: `${about.number}: ${count(about.prices, 'price')} ended, ${count(about.orders, 'order')} blocked`,
    lead: `${count(about.prices, 'price change')} of ${about.number} ${about.prices === 1 ? 'is' : 'are'} in effect without your review. ${count(about.orders, 'unpaid order')} ${about.orders === 1 ? 'is' : 'are'} blocked until you accept or reject.`,
    button: 'Review prices',
  }),
  price_moved: (about) => ({
    title: `${about.number}: ${about.fell} lower, ${about.accepted} accepted automatically`,
    lead: `${count(about.fell, 'price')} of ${about.number} ${about.fell === 1 ? 'is' : 'are'} lower from now on. ${count(about.accepted, 'increase')} within your limit ${about.accepted === 1 ? 'was' : 'were'} accepted automatically.`,
    button: 'View prices',
  }),
  recharge_credited: (about) => ({
    title: `${money(about)} added to your wallet`,
    lead: `Your recharge ${about.number} arrived. ${money(about)} is now available.`,
    button: 'View wallet',
  }),
  recharge_rejected: (about) => ({
    title: `Recharge ${about.number} rejected`,
    lead: `We couldn’t accept the proof of your recharge ${about.number}: ${about.reason} Upload new proof in the recharge.`,
    button: 'View recharge',
  }),
  recharge_charged_back: (about) => ({
    title: `Chargeback of ${money(about)} from your wallet`,
    lead: `Your bank reversed ${money(about)} of your card recharge ${about.number}, so we deducted it from your wallet.`,
    button: 'View wallet',
  }),
  store_needs_reauth: (about) => ({
    title: `${about.store} needs re-authorization`,
    lead: `We can no longer access the orders of ${about.store}. Re-authorize the store to keep importing and shipping its orders.`,
    button: 'Re-authorize store',
  }),
  buyer_data_requested: (about) => ({
    title: `Customer data request in ${about.store}`,
    lead: `Shopify forwarded a customer’s data request for ${about.store}. Download the file in the store’s details and send it to the customer by ${about.due}.`,
    button: 'View stores',
  }),
  store_disconnected: (about) => ({
    title: `${about.store} is disconnected`,
    lead: `The app was removed from ${about.store}, so its orders are no longer imported. Existing data stays.`,
    button: 'View stores',
  }),
  import_failed: (about) => ({
    title: 'Order file not imported',
    lead: `None of the orders in the file were imported: ${about.reason}`,
    button: 'View orders',
  }),
  import_incomplete: (about) => ({
    title: `${count(about.bad, 'order')} in ${about.file} not imported`,
    lead: `${about.bad} of ${count(about.orders, 'order')} in ${about.file} ${about.bad === 1 ? 'has problems and wasn’t' : 'have problems and weren’t'} imported. Correct them and import the file again; imported orders aren’t duplicated.`,
    button: 'View orders',
  }),
  autopay_paid: (about) => ({
    title: `${about.store}: ${count(about.orders, 'order')} paid automatically`,
    lead: `We paid ${money(about)} from your wallet for ${count(about.orders, 'order')} of ${about.store}.`,
    button: 'View orders',
  }),
  autopay_left: (about) => ({
    title: `${about.store}: ${count(about.left, 'order')} not paid automatically`,
    lead: `${about.orders === 0 ? '' : `We paid ${count(about.orders, 'order')} of ${about.store} (${money(about)}). `}${count(about.left, 'order')} couldn’t be paid automatically. See the reason for each.`,
    button: 'View orders',
  }),
  order_units_removed: (about) => ({
    title: `${about.order}: the store removed ${count(about.units, 'paid unit')}`,
    lead: `The store removed ${count(about.units, 'unit')} from ${about.order} after you paid. Open the order to refund them, or to request a refund if they’re already purchased.`,
    button: 'View order',
  }),
  order_units_added: (about) => ({
    title: `${about.order}: the store added ${count(about.units, 'unit')}`,
    lead: `The store added ${count(about.units, 'unit')} to ${about.order} after you paid. Pay for the added units, and they ship too.`,
    button: 'View order',
  }),
  order_watched: (about) => ({
    title: `Exception: ${about.order}`,
    lead: `We’re following up on ${about.order}: ${alertReasons.en[about.rule ?? ''] ?? about.rule}. You can submit a claim from the order.`,
    button: 'View order',
  }),
  orders_watched: (about) => ({
    title: `${count(about.count, 'order')} with exceptions`,
    lead: `Parcels of ${count(about.count, 'order')} are late or have a problem, including ${about.names}. See the reason for each under Exceptions.`,
    button: 'View exceptions',
  }),
  stock_low: (about) => ({
    title: `${about.code} is running low: ${about.available} left`,
    lead: `Only ${count(about.available, 'unit')} of “${about.title}” (${about.code}) ${about.available === 1 ? 'is' : 'are'} available, and your threshold is ${about.threshold}. Order more before it runs out.`,
    button: 'View stock',
  }),
  stock_out: (about) => ({
    title: `${about.code} is out of stock, ${count(about.orders, 'order')} waiting`,
    lead: `No units of “${about.title}” (${about.code}) are available, and ${count(about.orders, 'order')} ${about.orders === 1 ? 'needs' : 'need'} it. Order more stock, or have it sourced to order.`,
    button: 'View stock',
  }),
  stock_dead: (about) => ({
    title: `${about.code} hasn’t sold for 90 days`,
    lead: `${count(about.available, 'unit')} of “${about.title}” (${about.code}) ${about.available === 1 ? 'has' : 'have'} been in stock for more than 90 days without a sale. Sell them off, or request a write-off.`,
    button: 'View stock',
  }),
  stock_qc_failed: (about) => ({
    title: `${about.number}: ${count(about.damaged, 'unit')} failed our quality check`,
    lead: `${about.damaged} of ${count(about.received, 'unit')} of ${about.number} failed our quality check on arrival. See the note and images.`,
    button: 'View report',
  }),
  stock_request_answered: (about) => ({
    title: `${about.code}: your request for ${count(about.quantity, 'unit')} was answered`,
    lead: `The warehouse answered your request for ${count(about.quantity, 'unit')} of ${about.code}.`,
    button: 'View stock',
  }),
  stock_order_quoted: (about) => ({
    title: `${about.number}: quote for ${count(about.pieces, 'unit')}`,
    lead: `${about.number} for ${count(about.pieces, 'unit')} costs ${money(about)}. Accept it and pay the deposit to start production.`,
    button: 'View quote',
  }),
  stock_order_stocked: (about) => ({
    title: `${about.number} counted: ${count(about.good_qty, 'unit')} in stock, ${about.short} missing`,
    lead: `${count(about.good_qty, 'unit')} of ${about.number} ${about.good_qty === 1 ? 'is' : 'are'} now available in ${about.warehouse}. Missing: ${about.short}, damaged: ${about.damaged}.`,
    button: 'View stock',
  }),
  staff_stock_order_asked: (about) => ({
    title: `${about.number}: ${about.client} requests a quote for ${count(about.pieces, 'unit')}`,
    lead: `${about.client} wants to stock ${count(about.pieces, 'unit')} (${about.number}) and requests a quote.`,
    button: 'View request',
  }),
  staff_stock_order_paid: (about) => ({
    title: `${about.number}: ${about.client} paid the deposit`,
    lead: `The deposit of ${about.number} is paid. Start production.`,
    button: 'View stock order',
  }),
  staff_stock_order_short: (about) => ({
    title: `${about.number} of ${about.client} counted: ${about.short} missing, ${about.damaged} damaged`,
    lead: `Of ${about.number}, ${count(about.good_qty, 'unit')} arrived in good condition; ${about.short} missing, ${about.damaged} damaged. Review a refund and complete the stock order.`,
    button: 'View stock order',
  }),
  staff_stock_requested: (about) => ({
    title: `${about.client}: stock request for ${about.quantity} × ${about.code}`,
    lead: `${about.client} requests a transfer or write-off of ${count(about.quantity, 'unit')} of ${about.code}.`,
    button: 'View request',
  }),
  staff_price_rejected: (about) => ({
    title: `${about.number}: ${about.client} rejected ${count(about.prices, 'price')}`,
    lead: `${about.client} rejected ${count(about.prices, 'price')} of ${about.number}. ${about.reason} The old prices end on their date. Propose new prices, or cancel the change.`,
    button: 'View prices',
  }),
  staff_adjustment_proposed: (about) => ({
    title: `${about.number}: ${money(about)} for ${about.client} proposed`,
    lead: `A colleague proposed ${about.number}: ${money(about)} for ${about.client}. Another person has to review it.`,
    button: 'Review adjustment',
  }),
  staff_recharge_proven: (about) => ({
    title: `${about.number}: ${about.client} submitted proof of ${money(about)}`,
    lead: `${about.client} reports a transfer of ${money(about)} for ${about.number}. Compare the proof with the bank statement.`,
    button: 'Review recharge',
  }),
};

const zh: Texts = {
  ...orderTexts.zh,
  ...claimTexts.zh,
  ...quoteTexts.zh,
  ...walletTexts.zh,
  ...invoiceTexts.zh,
  price_proposed: (about) => ({
    title: `${about.number}：${about.prices} 个价格拟于 ${about.day} 调整`,
    lead: `您的客户经理提议自 ${about.day} 起调整 ${about.prices} 个商品的价格。请在此之前接受或拒绝，届时未确认的价格会使订单受阻。`,
    button: '确认价格',
  }),
  price_reminder: (about) => ({
    title: `${about.number}：请在 ${about.day} 前确认 ${about.prices} 个调价`,
    lead: `${about.number} 中有 ${about.prices} 个调价尚未确认。旧价格将于 ${about.day} 失效，届时相关订单会受阻。`,
    button: '确认价格',
  }),
  price_due: (about) => ({
    title: `${about.number}：${about.prices} 个价格已失效，${about.orders} 个订单受阻`,
    lead: `${about.number} 已到生效日，仍有 ${about.prices} 个调价未确认。${about.orders} 个未付款订单受阻，直到您接受或拒绝。`,
    button: '确认价格',
  }),
  price_moved: (about) => ({
    title: `${about.number}：${about.fell} 个价格下调，${about.accepted} 个自动接受`,
    lead: `${about.number} 中 ${about.fell} 个价格即刻下调；${about.accepted} 个涨幅在您设置的范围内，已自动接受，到期生效。`,
    button: '查看价格',
  }),
  recharge_credited: (about) => ({
    title: `钱包已到账 ${money(about)}`,
    lead: `您的充值 ${about.number} 已到账，${money(about)} 现在可以使用。`,
    button: '查看钱包',
  }),
  recharge_rejected: (about) => ({
    title: `充值 ${about.number} 未通过审核`,
    lead: `充值 ${about.number} 的凭证未通过审核：${about.reason} 请在该充值中重新上传凭证。`,
    button: '查看充值',
  }),
  recharge_charged_back: (about) => ({
    title: `钱包已扣回 ${money(about)}`,
    lead: `银行撤回了您的银行卡充值 ${about.number} 中的 ${money(about)}，该金额已从钱包扣除。`,
    button: '查看钱包',
  }),
  store_needs_reauth: (about) => ({
    title: `店铺 ${about.store} 需要重新授权`,
    lead: `我们无法再读取 ${about.store} 的订单。请重新授权该店铺，以便继续导入和发货。`,
    button: '重新授权店铺',
  }),
  buyer_data_requested: (about) => ({
    title: `${about.store} 的一位买家索取其个人数据`,
    lead: `Shopify 转来 ${about.store} 一位买家的个人数据请求。请在 ${about.due} 之前从店铺详情下载文件，并发送给买家。`,
    button: '查看店铺',
  }),
  store_disconnected: (about) => ({
    title: `店铺 ${about.store} 已断开连接`,
    lead: `${about.store} 已移除应用，其订单不再导入；已有数据保持不变。`,
    button: '查看店铺',
  }),
  import_failed: (about) => ({
    title: '订单文件未导入',
    lead: `该文件中的订单均未导入：${about.reason}`,
    button: '查看订单',
  }),
  import_incomplete: (about) => ({
    title: `${about.file} 中有 ${about.bad} 个订单未导入`,
    lead: `${about.file} 的 ${about.orders} 个订单中有 ${about.bad} 个存在错误，未导入。请更正后重新导入该文件，已导入的订单不受影响。`,
    button: '查看订单',
  }),
  autopay_paid: (about) => ({
    title: `${about.store}：已自动支付 ${about.orders} 个订单`,
    lead: `已从钱包支付 ${about.store} 的 ${about.orders} 个订单，共 ${money(about)}。`,
    button: '查看订单',
  }),
  autopay_left: (about) => ({
    title: `${about.store}：${about.left} 个订单未能自动支付`,
    lead: `${about.orders === 0 ? '' : `${about.store} 已支付 ${about.orders} 个订单（${money(about)}）。`}${about.left} 个订单未能自动支付。请查看每个订单的原因。`,
    button: '查看订单',
  }),
  order_units_removed: (about) => ({
    title: `${about.order}：店铺移除了 ${about.units} 件已付款商品`,
    lead: `付款后，店铺从 ${about.order} 中移除了 ${about.units} 件商品。请打开订单退款；若已采购，可申请退款。`,
    button: '查看订单',
  }),
  order_units_added: (about) => ({
    title: `${about.order}：店铺新增了 ${about.units} 件商品`,
    lead: `付款后，店铺在 ${about.order} 中新增了 ${about.units} 件商品。支付新增部分后将一并发货。`,
    button: '查看订单',
  }),
  order_watched: (about) => ({
    title: `异常件：${about.order}`,
    lead: `我们正在跟进 ${about.order}：${alertReasons.zh[about.rule ?? ''] ?? about.rule}。您可以在订单中申请售后。`,
    button: '查看订单',
  }),
  orders_watched: (about) => ({
    title: `${about.count} 个订单出现异常`,
    lead: `${about.count} 个订单的包裹延误或异常，其中包括 ${about.names}。请在“异常件”中查看每个原因。`,
    button: '查看异常件',
  }),
  stock_low: (about) => ({
    title: `${about.code} 库存偏低：仅剩 ${about.available} 件`,
    lead: `“${about.title}”（${about.code}）可用 ${about.available} 件，已达到您设置的预警值 ${about.threshold} 件。请及时备货。`,
    button: '查看库存',
  }),
  stock_out: (about) => ({
    title: `${about.code} 已无库存，${about.orders} 个订单在等待`,
    lead: `“${about.title}”（${about.code}）已无可用库存，您有 ${about.orders} 个订单需要它。请备货，或改为逐单采购。`,
    button: '查看库存',
  }),
  stock_dead: (about) => ({
    title: `${about.code} 已 90 天没有销售`,
    lead: `“${about.title}”（${about.code}）有 ${about.available} 件存放超过 90 天且没有销售。请促销，或申请报废。`,
    button: '查看库存',
  }),
  stock_qc_failed: (about) => ({
    title: `${about.number}：${about.damaged} 件未通过质检`,
    lead: `${about.number} 到货时，${about.received} 件中有 ${about.damaged} 件未通过质检。请查看说明与照片。`,
    button: '查看报告',
  }),
  stock_request_answered: (about) => ({
    title: `${about.code}：您对 ${about.quantity} 件的申请有结果`,
    lead: `仓库已处理您对 ${about.code} 共 ${about.quantity} 件的申请。`,
    button: '查看库存',
  }),
  stock_order_quoted: (about) => ({
    title: `${about.number}：${about.pieces} 件的报价`,
    lead: `${about.number} 共 ${about.pieces} 件，总价 ${money(about)}。接受并支付定金后即开始生产。`,
    button: '查看报价',
  }),
  stock_order_stocked: (about) => ({
    title: `${about.number} 已清点：入库 ${about.good_qty} 件，短缺 ${about.short} 件`,
    lead: `${about.number} 的 ${about.good_qty} 件已存入 ${about.warehouse}，订单可使用。短缺 ${about.short} 件，破损 ${about.damaged} 件。`,
    button: '查看库存',
  }),
  staff_stock_order_asked: (about) => ({
    title: `${about.number}：${about.client} 想备货 ${about.pieces} 件`,
    lead: `${about.client} 询价备货 ${about.pieces} 件（${about.number}）。`,
    button: '查看申请',
  }),
  staff_stock_order_paid: (about) => ({
    title: `${about.number}：${about.client} 已支付定金`,
    lead: `${about.number} 的定金已支付，可以开始生产。`,
    button: '查看备货单',
  }),
  staff_stock_order_short: (about) => ({
    title: `${about.number}（${about.client}）已清点：短缺 ${about.short} 件，破损 ${about.damaged} 件`,
    lead: `${about.number} 完好到货 ${about.good_qty} 件，短缺 ${about.short} 件，破损 ${about.damaged} 件。请审核退款并完成备货单。`,
    button: '查看备货单',
  }),
  staff_stock_requested: (about) => ({
    title: `${about.client} 就 ${about.quantity} × ${about.code} 提出申请`,
    lead: `${about.client} 申请对 ${about.code} 的 ${about.quantity} 件进行调拨或报废。`,
    button: '查看申请',
  }),
  staff_price_rejected: (about) => ({
    title: `${about.number}：${about.client} 拒绝了 ${about.prices} 个价格`,
    lead: `${about.client} 拒绝了 ${about.number} 中的 ${about.prices} 个价格。${about.reason} 旧价格到期失效，请另行提议或撤回。`,
    button: '查看价格',
  }),
  staff_adjustment_proposed: (about) => ({
    title: `${about.number}：${about.client} ${money(about)} 待审核`,
    lead: `同事为 ${about.client} 提交了 ${about.number}，金额 ${money(about)}，须由另一人审核。`,
    button: '审核调整',
  }),
  staff_recharge_proven: (about) => ({
    title: `${about.number}：${about.client} 提交了 ${money(about)} 的凭证`,
    lead: `${about.client} 称已为 ${about.number} 汇出 ${money(about)}。请与银行流水核对凭证。`,
    button: '审核充值',
  }),
};

/** What an event says in a language, in mails and to callers of the API; parameters may be kept sentences. */
export function eventWords(locale: 'en' | 'zh', event: NotificationEvent, params: Params): Words {
  const kept = keptParams(locale, params);
  const { reason } = kept;
  // people write reasons, and a sentence follows many of them
  const open = typeof reason === 'string' && !/[.!?…。！？]$/.test(reason.trimEnd());
  const told = open ? { ...kept, reason: `${reason.trimEnd()}${locale === 'zh' ? '。' : '.'}` } : kept;
  return (locale === 'zh' ? zh : en)[event](told);
}
