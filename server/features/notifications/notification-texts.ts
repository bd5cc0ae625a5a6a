import type { NotificationEvent } from '#contract/notification-events.ts';
import { moneyText } from '#server/lib/money-text.ts';
import { keptSentence } from '#server/lib/refusal-texts.ts';
import { cancelTexts } from './notification-order-texts.ts';
import { claimTexts } from './notification-claim-texts.ts';
import { messageTexts } from './notification-message-texts.ts';
import { quoteTexts } from './notification-quote-texts.ts';

type Params = Readonly<Record<string, string | number>>;
type Words = { title: string; lead: string; button: string };
type Texts = Record<NotificationEvent, (about: Params) => Words>;

/** An amount in minor units as a sentence names it. */
const money = ({ amount, currency }: Params) => moneyText(Number(amount ?? 0), String(currency ?? 'USD'));

/** Why an order is watched, as a mail says it. */
const watchReasons: Record<'en' | 'zh', Record<string, string>> = {
  en: {
    no_number: 'it has had no tracking number for 72 hours since you paid it',
    no_scan: 'the carrier has not scanned its parcel in the five days since the label was made',
    silent: 'nothing has been heard of its parcel for ten days',
    exception: 'the carrier reports a problem with its parcel',
    returned: 'its parcel came back',
    late: 'its promised day has passed',
  },
  zh: {
    no_number: '付款 72 小时后仍没有运单号',
    no_scan: '面单生成五天后承运商仍未扫描',
    silent: '包裹已十天没有任何动态',
    exception: '承运商报告包裹异常',
    returned: '包裹已被退回',
    late: '已超过承诺的送达日期',
  },
};

const en: Texts = {
  ...cancelTexts.en,
  ...claimTexts.en,
  ...quoteTexts.en,
  ...messageTexts.en,
  quote_quoted: (about) => ({
    title: `${about.number}: your price for ${about.title}`,
    lead: `Your agent has answered ${about.number} for “${about.title}”. See the goods price and the freight per country, and accept it when it suits you.`,
    button: 'See the price',
  }),
  quote_expired: (about) => ({
    title: `${about.number}: the price for ${about.title} has expired`,
    lead: `The price of “${about.title}” was not accepted in time. Ask again when you still want it.`,
    button: 'Open the quote',
  }),
  price_proposed: (about) => ({
    title: `${about.number}: ${about.prices} prices are to rise on ${about.day}`,
    lead: `Your agent proposes other prices for ${about.prices} of your items from ${about.day} on (${about.number}). See old and new, then accept or reject them. Until you do, nothing changes; what is undecided on its day stops orders until you decide.`,
    button: 'See the prices',
  }),
  price_reminder: (about) => ({
    title: `${about.number}: ${about.prices} prices want your answer by ${about.day}`,
    lead: `${about.prices} proposed prices of ${about.number} are not decided yet. On ${about.day} the old ones end, and orders with these goods wait.`,
    button: 'Decide now',
  }),
  price_due: (about) => ({
    title: `${about.number}: ${about.prices} prices have ended, ${about.orders} orders wait`,
    lead: `The day of ${about.number} has come and ${about.prices} prices are not decided. ${about.orders} unpaid orders are looked at again and wait until you accept or reject.`,
    button: 'Decide now',
  }),
  price_moved: (about) => ({
    title: `${about.number}: ${about.fell} prices fell, ${about.accepted} accepted by your rule`,
    lead: `${about.fell} prices of ${about.number} are lower from now on; ${about.accepted} rise within your rule and were accepted for their day.`,
    button: 'See the prices',
  }),
  recharge_credited: (about) => ({
    title: `${money(about)} added to your wallet`,
    lead: `Your recharge ${about.number} has arrived: ${money(about)} can be spent now.`,
    button: 'Open your wallet',
  }),
  recharge_rejected: (about) => ({
    title: `Recharge ${about.number} was not accepted`,
    lead: `We could not accept the proof of your recharge ${about.number}: ${about.reason} Open the recharge and hand in a new proof.`,
    button: 'Open the recharge',
  }),
  recharge_charged_back: (about) => ({
    title: `${money(about)} taken back from your wallet`,
    lead: `The bank took back ${money(about)} of your card recharge ${about.number}. Your wallet was charged with it.`,
    button: 'Open your wallet',
  }),
  store_needs_reauth: (about) => ({
    title: `${about.store} must be authorized again`,
    lead: `We cannot read the orders of ${about.store} any more. Authorize the store again, so that its orders are imported and shipped.`,
    button: 'Authorize the store',
  }),
  buyer_data_requested: (about) => ({
    title: `A buyer of ${about.store} asks for their data`,
    lead: `Shopify passed on that a buyer of ${about.store} wants to know what is kept of them. Fetch the file under the store before ${about.due} and hand it to the buyer.`,
    button: 'Open your stores',
  }),
  store_disconnected: (about) => ({
    title: `${about.store} is disconnected`,
    lead: `The app was removed from ${about.store}. Its orders are no longer imported; what you have here stays.`,
    button: 'Open your stores',
  }),
  import_failed: (about) => ({
    title: 'An order file was not imported',
    lead: `Nothing of the order file was imported: ${about.reason}`,
    button: 'Open your orders',
  }),
  import_incomplete: (about) => ({
    title: `${about.bad} orders in ${about.file} were refused`,
    lead: `${about.bad} of ${about.orders} orders in ${about.file} have problems and weren’t imported. Correct them and import the file again; orders that were imported already aren’t duplicated.`,
    button: 'Open your orders',
  }),
  autopay_paid: (about) => ({
    title: `${about.store}: ${about.orders} orders paid by themselves`,
    lead: `${money(about)} for ${about.orders} orders of ${about.store} was paid from your wallet.`,
    button: 'See each order',
  }),
  autopay_left: (about) => ({
    title: `${about.store}: ${about.left} orders could not be paid by themselves`,
    lead: `${about.orders} orders of ${about.store} were paid (${money(about)}); ${about.left} were left. The page says why for each.`,
    button: 'See each order',
  }),
  invoice_paid: (about) => ({
    title: `${about.number} paid: ${money(about)}`,
    lead: `${money(about)} for ${about.orders} orders was paid from your wallet. The orders are on their way to the warehouse.`,
    button: 'Open the invoice',
  }),
  order_units_removed: (about) => ({
    title: `${about.order}: the store took ${about.units} paid units away`,
    lead: `The store took ${about.units} units out of ${about.order} after you paid for them. Open the order to take their money back, or to ask for it when they are bought already.`,
    button: 'Open the order',
  }),
  order_units_added: (about) => ({
    title: `${about.order}: the store added ${about.units} units`,
    lead: `The store added ${about.units} units to ${about.order} after you paid. What you paid stays as it is; pay the added part, and it is sent too.`,
    button: 'Open the order',
  }),
  order_watched: (about) => ({
    title: `${about.order} needs watching`,
    lead: `${about.order} is being watched: ${watchReasons.en[about.rule ?? ''] ?? about.rule}. We are looking after it; you can open a claim from the order.`,
    button: 'Open the order',
  }),
  orders_watched: (about) => ({
    title: `${about.count} orders need watching`,
    lead: `Parcels of ${about.count} orders are late, silent or in trouble, among them ${about.names}. The tab “Watch” says why for each.`,
    button: 'Open the watched orders',
  }),
  stock_low: (about) => ({
    title: `${about.code} is running low: ${about.available} left`,
    lead: `Of “${about.title}” (${about.code}) ${about.available} pieces are free, and you asked to hear of ${about.threshold} or fewer. Order more before it runs out.`,
    button: 'Open your stock',
  }),
  stock_out: (about) => ({
    title: `${about.code} has run out and ${about.orders} orders wait for it`,
    lead: `Nothing of “${about.title}” (${about.code}) is free any more, and ${about.orders} of your orders want it. Order more, or let them be bought one by one.`,
    button: 'Open your stock',
  }),
  stock_dead: (about) => ({
    title: `${about.code} has not sold for 90 days`,
    lead: `${about.available} pieces of “${about.title}” (${about.code}) have been stored for more than 90 days and none was sold. Sell them off, or ask us to write them off.`,
    button: 'Open your stock',
  }),
  stock_qc_failed: (about) => ({
    title: `${about.number}: ${about.damaged} pieces failed our check`,
    lead: `When ${about.number} arrived, ${about.damaged} of ${about.received} pieces did not pass our quality check. See the note and the pictures.`,
    button: 'See the report',
  }),
  stock_request_answered: (about) => ({
    title: `${about.code}: we answered your request for ${about.quantity} pieces`,
    lead: `See what was done with your request for ${about.quantity} pieces of ${about.code}.`,
    button: 'Open your stock',
  }),
  stock_order_quoted: (about) => ({
    title: `${about.number}: your price for ${about.pieces} pieces`,
    lead: `${about.number} over ${about.pieces} pieces costs ${money(about)}. Accept it and pay the deposit, and production starts.`,
    button: 'See the price',
  }),
  stock_order_stocked: (about) => ({
    title: `${about.number} is in stock: ${about.good_qty} pieces`,
    lead: `${about.good_qty} pieces of ${about.number} lie in ${about.warehouse} and your orders can draw on them. Short: ${about.short}, damaged: ${about.damaged}.`,
    button: 'Open your stock',
  }),
  desk_stock_order_asked: (about) => ({
    title: `${about.number}: ${about.client} wants to stock ${about.pieces} pieces`,
    lead: `${about.client} asks for a price for ${about.pieces} pieces (${about.number}).`,
    button: 'Open the stock desk',
  }),
  desk_stock_order_paid: (about) => ({
    title: `${about.number}: ${about.client} paid the deposit`,
    lead: `The deposit of ${about.number} is paid. Let production begin.`,
    button: 'Open the stock desk',
  }),
  desk_stock_requested: (about) => ({
    title: `${about.client} asks for an act on ${about.quantity} × ${about.code}`,
    lead: `${about.client} asks for a transfer or a write-off of ${about.quantity} pieces of ${about.code}.`,
    button: 'Open the stock desk',
  }),
  desk_quote_asked: (about) => ({
    title: `${about.number}: ${about.client} asks for a price`,
    lead: `${about.client} asks for the price of “${about.title}”.`,
    button: 'Open the quote desk',
  }),
  desk_price_rejected: (about) => ({
    title: `${about.number}: ${about.client} rejected ${about.prices} prices`,
    lead: `${about.client} rejected ${about.prices} prices of ${about.number}. ${about.reason} The old ones end on their day: propose others, or withdraw.`,
    button: 'See the prices',
  }),
  desk_recharge_proven: (about) => ({
    title: `${about.number}: ${about.client} handed in a proof of ${money(about)}`,
    lead: `${about.client} says that ${money(about)} was sent for ${about.number}. Compare the proof with the bank.`,
    button: 'Review the recharge',
  }),
};

const zh: Texts = {
  ...cancelTexts.zh,
  ...claimTexts.zh,
  ...quoteTexts.zh,
  ...messageTexts.zh,
  quote_quoted: (about) => ({
    title: `${about.number}：${about.title} 的报价`,
    lead: `您的客户经理已回复 ${about.number}（${about.title}）。请查看商品价格及各国运费，满意后即可接受。`,
    button: '查看报价',
  }),
  quote_expired: (about) => ({
    title: `${about.number}：${about.title} 的报价已过期`,
    lead: `“${about.title}”的报价未在有效期内接受。如仍需要，请重新询价。`,
    button: '打开报价',
  }),
  price_proposed: (about) => ({
    title: `${about.number}：${about.prices} 个价格拟于 ${about.day} 上调`,
    lead: `您的客户经理提议自 ${about.day} 起调整 ${about.prices} 个商品价格（${about.number}）。请对比新旧价格后接受或拒绝。在您决定之前价格不变；到期未决定的，相关订单将等待您的决定。`,
    button: '查看价格',
  }),
  price_reminder: (about) => ({
    title: `${about.number}：${about.prices} 个价格请在 ${about.day} 前答复`,
    lead: `${about.number} 中有 ${about.prices} 个调价尚未决定。${about.day} 旧价格失效，相关订单将等待。`,
    button: '立即决定',
  }),
  price_due: (about) => ({
    title: `${about.number}：${about.prices} 个价格已失效，${about.orders} 个订单等待`,
    lead: `${about.number} 已到生效日，仍有 ${about.prices} 个价格未决定。${about.orders} 个未付款订单正在重新核价，等待您接受或拒绝。`,
    button: '立即决定',
  }),
  price_moved: (about) => ({
    title: `${about.number}：${about.fell} 个价格下调，${about.accepted} 个按您的规则接受`,
    lead: `${about.number} 中 ${about.fell} 个价格即刻下调；${about.accepted} 个涨幅在您的规则之内，已自动接受，到期生效。`,
    button: '查看价格',
  }),
  recharge_credited: (about) => ({
    title: `钱包已到账 ${money(about)}`,
    lead: `您的充值 ${about.number} 已到账：${money(about)} 现在可以使用。`,
    button: '打开钱包',
  }),
  recharge_rejected: (about) => ({
    title: `充值 ${about.number} 未通过审核`,
    lead: `您的充值 ${about.number} 的凭证未通过审核：${about.reason} 请打开该充值并重新提交凭证。`,
    button: '打开充值',
  }),
  recharge_charged_back: (about) => ({
    title: `钱包已被扣回 ${money(about)}`,
    lead: `银行撤回了您的银行卡充值 ${about.number} 中的 ${money(about)}，该金额已从钱包扣除。`,
    button: '打开钱包',
  }),
  store_needs_reauth: (about) => ({
    title: `店铺 ${about.store} 需要重新授权`,
    lead: `我们无法再读取 ${about.store} 的订单。请重新授权该店铺，以便继续导入和发货。`,
    button: '重新授权店铺',
  }),
  buyer_data_requested: (about) => ({
    title: `${about.store} 的一位买家索取其个人数据`,
    lead: `Shopify 转来 ${about.store} 一位买家的请求：查询其被保存的个人数据。请在 ${about.due} 之前于店铺下获取文件并交给买家。`,
    button: '打开店铺',
  }),
  store_disconnected: (about) => ({
    title: `店铺 ${about.store} 已断开连接`,
    lead: `${about.store} 已移除应用，其订单不再导入；已有数据保持不变。`,
    button: '打开店铺',
  }),
  import_failed: (about) => ({
    title: '订单文件未导入',
    lead: `该订单文件未导入任何内容：${about.reason}`,
    button: '打开订单',
  }),
  import_incomplete: (about) => ({
    title: `${about.file} 中有 ${about.bad} 个订单未导入`,
    lead: `${about.file} 的 ${about.orders} 个订单中有 ${about.bad} 个存在错误，未导入。请更正后重新导入该文件，已导入的订单不受影响。`,
    button: '打开订单',
  }),
  autopay_paid: (about) => ({
    title: `${about.store}：已自动支付 ${about.orders} 个订单`,
    lead: `已从钱包支付 ${about.store} 的 ${about.orders} 个订单，共 ${money(about)}。`,
    button: '查看每个订单',
  }),
  autopay_left: (about) => ({
    title: `${about.store}：${about.left} 个订单未能自动支付`,
    lead: `${about.store} 已支付 ${about.orders} 个订单（${money(about)}），剩余 ${about.left} 个。页面会逐个说明原因。`,
    button: '查看每个订单',
  }),
  invoice_paid: (about) => ({
    title: `${about.number} 已支付：${money(about)}`,
    lead: `已从钱包支付 ${about.orders} 个订单，共 ${money(about)}。订单正转往仓库。`,
    button: '打开账单',
  }),
  order_units_removed: (about) => ({
    title: `${about.order}：店铺移除了 ${about.units} 件已付款商品`,
    lead: `付款后，店铺从 ${about.order} 中移除了 ${about.units} 件商品。请打开订单退回款项；若已采购，可提出申请。`,
    button: '打开订单',
  }),
  order_units_added: (about) => ({
    title: `${about.order}：店铺新增了 ${about.units} 件商品`,
    lead: `付款后，店铺在 ${about.order} 中新增了 ${about.units} 件商品。已付内容不变；支付新增部分后将一并发货。`,
    button: '打开订单',
  }),
  order_watched: (about) => ({
    title: `${about.order} 需要关注`,
    lead: `${about.order} 已列入关注：${watchReasons.zh[about.rule ?? ''] ?? about.rule}。我们正在跟进，您可在订单中发起索赔。`,
    button: '打开订单',
  }),
  orders_watched: (about) => ({
    title: `${about.count} 个订单需要关注`,
    lead: `${about.count} 个订单的包裹延误、无动态或异常，其中包括 ${about.names}。“关注”标签页列出了每个原因。`,
    button: '打开关注的订单',
  }),
  stock_low: (about) => ({
    title: `${about.code} 库存偏低：仅剩 ${about.available} 件`,
    lead: `“${about.title}”（${about.code}）可用 ${about.available} 件，已达到您设置的 ${about.threshold} 件提醒线。请及时备货。`,
    button: '打开库存',
  }),
  stock_out: (about) => ({
    title: `${about.code} 已无库存，${about.orders} 个订单在等待`,
    lead: `“${about.title}”（${about.code}）已无可用库存，您有 ${about.orders} 个订单需要它。请备货，或逐单采购。`,
    button: '打开库存',
  }),
  stock_dead: (about) => ({
    title: `${about.code} 已 90 天没有销售`,
    lead: `“${about.title}”（${about.code}）有 ${about.available} 件存放超过 90 天且没有销售。请促销，或申请报废。`,
    button: '打开库存',
  }),
  stock_qc_failed: (about) => ({
    title: `${about.number}：${about.damaged} 件未通过质检`,
    lead: `${about.number} 到货时，${about.received} 件中有 ${about.damaged} 件未通过质检。请查看说明与照片。`,
    button: '查看报告',
  }),
  stock_request_answered: (about) => ({
    title: `${about.code}：您对 ${about.quantity} 件的申请有结果`,
    lead: `请查看您对 ${about.code} 共 ${about.quantity} 件的申请的处理结果。`,
    button: '打开库存',
  }),
  stock_order_quoted: (about) => ({
    title: `${about.number}：${about.pieces} 件的报价`,
    lead: `${about.number} 共 ${about.pieces} 件，总价 ${money(about)}。接受并支付定金后即开始生产。`,
    button: '查看报价',
  }),
  stock_order_stocked: (about) => ({
    title: `${about.number} 已入库：${about.good_qty} 件`,
    lead: `${about.number} 的 ${about.good_qty} 件已存入${about.warehouse}，订单可使用。短缺 ${about.short} 件，破损 ${about.damaged} 件。`,
    button: '打开库存',
  }),
  desk_stock_order_asked: (about) => ({
    title: `${about.number}：${about.client} 想备货 ${about.pieces} 件`,
    lead: `${about.client} 询价备货 ${about.pieces} 件（${about.number}）。`,
    button: '打开库存工作台',
  }),
  desk_stock_order_paid: (about) => ({
    title: `${about.number}：${about.client} 已支付定金`,
    lead: `${about.number} 的定金已支付，可以开始生产。`,
    button: '打开库存工作台',
  }),
  desk_stock_requested: (about) => ({
    title: `${about.client} 就 ${about.quantity} × ${about.code} 提出申请`,
    lead: `${about.client} 申请对 ${about.code} 的 ${about.quantity} 件进行调拨或报废。`,
    button: '打开库存工作台',
  }),
  desk_quote_asked: (about) => ({
    title: `${about.number}：${about.client} 请求报价`,
    lead: `${about.client} 请求“${about.title}”的报价。`,
    button: '打开报价工作台',
  }),
  desk_price_rejected: (about) => ({
    title: `${about.number}：${about.client} 拒绝了 ${about.prices} 个价格`,
    lead: `${about.client} 拒绝了 ${about.number} 中的 ${about.prices} 个价格。${about.reason} 旧价格到期失效：请另行提议或撤回。`,
    button: '查看价格',
  }),
  desk_recharge_proven: (about) => ({
    title: `${about.number}：${about.client} 提交了 ${money(about)} 的凭证`,
    lead: `${about.client} 称已为 ${about.number} 汇出 ${money(about)}。请与银行流水核对凭证。`,
    button: '审核充值',
  }),
};

/** What an event says in a language, in mails and to callers of the API; parameters may be kept sentences. */
export function eventWords(locale: 'en' | 'zh', event: NotificationEvent, params: Params): Words {
  const written = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' ? keptSentence(locale, value) : value,
  ]);
  return (locale === 'zh' ? zh : en)[event](Object.fromEntries(written) as Params); // the same names
}
