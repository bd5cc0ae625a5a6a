import type { quotesRequest as en } from '../en/quotes-request.ts';
import type { Translation } from '../translation.ts';

/** 为商品询价的对话框的文字。 */
export const quotesRequest: Translation<typeof en> = {
  name: '商品名称',
  nameEmpty: '请输入商品名称。',
  variants: '规格',
  allVariants: '全部 {{count}} 个规格',
  chosenVariants: '仅部分规格',
  choose: '选择规格',
  chooseEmpty: '请至少选择一个规格。',
  destinations: '目的地',
  usual: {
    waiting_one: '您 {{count}} 个待处理订单的目的地。',
    waiting_other: '您 {{count}} 个待处理订单的目的地。',
    sold: '您大多数订单的目的地。请补充其他买家所在的国家或地区。',
    store: '根据时区判断的店铺所在地。请补充其他买家所在的国家或地区。',
    account: '根据账户信息判断的您的所在地。如果买家在其他国家或地区，请修改。',
    market: '最常见的目的地。如果买家在其他国家或地区，请修改。',
  },
  destinationsEmpty: '请至少选择一个目的地。',
  volume: '预计每日订单数',
  volumeHelp: '订单越多，价格通常越优惠。',
  target: '目标单价',
  targetHelp: '以 {{currency}} 计，不含运费；没有可留空。',
  targetBad: '请输入大于零的金额，例如 4.50。',
  note: '给客户经理的备注',
  noteHelp: '质量、包装要求，或同类商品链接。',
  submit: '询价',
  requested: '{{number}} 已提交，客户经理回复后会发邮件通知您。',
};
