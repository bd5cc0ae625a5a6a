import type { orderPaid as en } from '../en/order-paid.ts';
import type { Translation } from '../translation.ts';

/** 订单付款后变更的文字。 */
export const orderPaid: Translation<typeof en> = {
  way: {
    channelTitle: '已付款订单 {{name}} 的渠道',
    countryTitle: '将已付款订单 {{name}} 改寄到{{country}}',
    channels: '渠道',
    keep: '沿用现有渠道，否则用店铺为该国指定的渠道',
    days: '{{min}}–{{max}} 天',
    before: '现在',
    after: '变更后',
    to: '寄往',
    by: '渠道',
    goods: '商品',
    freight: '运费',
    fees: '费用',
    total: '合计',
    pays: '将立即从钱包支付 {{amount}}，并单独开具账单。',
    back: '{{amount}} 将立即退回钱包。',
    same: '费用不变。',
    missing: '钱包余额为 {{available}}，还差 {{missing}}。充值前不会有任何更改。',
    recharge: '充值钱包',
    payAnd: '支付 {{amount}} 并更改',
    backAnd: '更改并退回 {{amount}}',
    change: '更改',
    noRight: '只有有权支付订单的人可以确认。',
    changed: '价格在此期间有变动，请查看新的差额。',
    look: '查看费用',
  },
  unfulfil: '在店铺中取消发货',
  changed: {
    added_one: '付款后，店铺新增了 {{count}} 件商品。已付内容保持不变。',
    added_other: '付款后，店铺新增了 {{count}} 件商品。已付内容保持不变。',
    costs: '新增部分需 {{amount}}，付款后一并发货。',
    cannot: '新增部分暂时无法付款：',
    removed_one: '店铺移除了 {{count}} 件已付款的商品。',
    removed_other: '店铺移除了 {{count}} 件已付款的商品。',
    takeBack: '退回款项',
    ask: '申请退回款项',
    waits: '您已申请退回款项，我们将在四个工作小时内答复。',
  },
} as const;
