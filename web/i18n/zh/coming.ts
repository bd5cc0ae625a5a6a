import type { coming as en } from '../en/coming.ts';
import type { Translation } from '../translation.ts';

export const coming: Translation<typeof en> = {
  soon: '即将推出',
  planned: '计划功能',
  available: '现已可用',
  brands: {
    lead: '为包裹加入您的品牌：定制卡片、贴纸、袋子和盒子。',
    points: [
      '上传时即检查设计稿，印刷前用照片打样确认。',
      '规则决定哪个包裹放什么：按店铺、商品、国家或买家首单。',
      '付款前就能在订单里看到附加物料的费用。',
    ],
    available: '在询价备注中说明包装要求，客户经理会连同商品一起报价。',
    action: '去询价',
  },
  affiliate: {
    lead: '推荐其他商家，获得佣金。',
    points: [
      '您专属的链接和代码，统计点击和注册。',
      '由您介绍的商家每笔已付订单都有佣金，售后期结束后发放。',
      '佣金提现到钱包。',
    ],
    available: '目前尚未统计佣金。在此期间推荐的商家请告知客户经理。',
    action: '返回工作台',
  },
};
