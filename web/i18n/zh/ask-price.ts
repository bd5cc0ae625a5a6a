import type { askPrice as english } from '../en/ask-price.ts';
import type { Translation } from '../translation.ts';

/** Texts of the dialog that asks an agent for a price, from whichever page. */
export const askPrice: Translation<typeof english> = {
  what: '商品名称',
  whatEmpty: '请简短说明是什么商品。',
  variants: '规格',
  allVariants: '全部 {{count}} 个规格',
  chosenVariants: '仅部分规格',
  choose: '选择规格',
  chooseEmpty: '请至少选择一个规格。',
  destinations: '目的地',
  destinationsHelp: '买家所在的国家或地区。',
  destinationsEmpty: '请至少选择一个目的地。',
  volume: '预计每日订单数',
  volumeHelp: '订单越多，价格通常越优惠。',
  target: '目标单价',
  targetHelp: '币种为 {{currency}}，不含运费；没有可留空。',
  targetBad: '请输入大于零的金额，例如 4.50。',
  note: '给客户经理的备注',
  noteHelp: '质量、包装要求，或参考商品链接。',
  submit: '询价',
  asked: '{{number}} 已提交给客户经理，报价后会发邮件通知您。',
};
