import type { orderParts as en } from '../en/order-parts.ts';
import type { Translation } from '../translation.ts';

/** 拆分订单与合并同一买家订单的文字。 */
export const orderParts: Translation<typeof en> = {
  split: {
    title: '拆分订单 {{name}}',
    help: '所选商品将成为一张单独的订单：单独计价、付款和发货。至少保留一件。',
    units: '放入新订单的 {{title}} 件数',
    of: '共 {{count}} 件',
    submit: '拆分订单',
  },
  merge: {
    title: '合并到订单 {{name}}',
    help: '它们将装入同一包裹寄给 {{customer}}，一并付款。您的店铺会分别收到每张订单的物流信息。',
    none: '一天之内没有该买家同一地址的其他未付款订单。',
    pick: '合并 {{name}}',
    item: '{{count}} × {{title}}',
    submit: '合并订单',
    suggest: '同一买家的 {{names}} 可以装入同一包裹。',
    open: '查看合并可节省多少',
  },
  outlook: {
    label: '前后费用对比',
    order: '订单',
    units: '件数',
    goods: '商品',
    freight: '运费',
    total: '合计',
    before: '现在',
    after: '之后',
    saves: '节省 {{amount}}',
    costs: '多付 {{amount}}',
    same: '费用不变',
    unpriced: '其中一张订单受阻，费用尚不明确。',
  },
  family: {
    label: '相关订单',
    part: '第 {{n}} 部分，共 {{count}} 部分',
    takenIn_one: '含 {{count}} 件，来自',
    takenIn_other: '含 {{count}} 件，来自',
    sentWith_one: '{{count}} 件随以下订单发出：',
    sentWith_other: '{{count}} 件随以下订单发出：',
    from: '来自 {{name}}',
    moved_one: '{{count}} 件在其他订单中',
    moved_other: '{{count}} 件在其他订单中',
  },
};
