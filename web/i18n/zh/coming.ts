import type { coming as en } from '../en/coming.ts';
import type { Translation } from '../translation.ts';

export const coming: Translation<typeof en> = {
  soon: '准备中',
  will: '此页面将提供',
  today: '现在可以做什么',
  brands: {
    lead: '把您的品牌放进包裹：卡片、贴纸、袋子和盒子，用您的设计。',
    points: [
      '上传时即检查设计稿，印刷前用照片打样确认。',
      '规则决定哪个包裹放什么：按店铺、商品、国家或买家首单。',
      '付款前就能在订单里看到附加物料的费用。',
    ],
    today: '在询价备注里写明包装要求，您的客户经理会连同商品一起报价。',
    action: '去询价',
  },
  statistics: {
    lead: '卖了什么、成本多少、多快送达。',
    points: [
      '按天、店铺、商品和国家统计订单与支出，并与上一周期对比。',
      '真实的送达时间：一半包裹何时到、九成包裹何时到。',
      '每个图表都有表格，每个表格都能导出。',
    ],
    today: '每个订单的金额在账单里，每一笔资金变动在钱包流水里。',
    action: '打开流水',
  },
  affiliate: {
    lead: '介绍其他商家，分享我们的收益。',
    points: [
      '您专属的链接和代码，统计点击和注册。',
      '由您介绍的商家每笔已付订单都有佣金，索赔期结束后发放。',
      '佣金提现到钱包。',
    ],
    today: '目前尚未统计佣金；这段时间介绍的商家，请告知您的客户经理。',
    action: '返回工作台',
  },
};
