import type { coming as en } from '../en/coming.ts';
import type { Translation } from '../translation.ts';

export const coming: Translation<typeof en> = {
  soon: '即将推出',
  planned: '计划功能',
  available: '现已可用',
  brands: {
    lead: '为包裹加入您的品牌：定制卡片、贴纸、袋子和盒子。',
    points: [
      '上传设计稿，印刷前查看打样照片并确认。',
      '按店铺、商品、国家或买家首单，设置每个包裹放入的物料。',
      '付款前即可在订单中查看每项物料的费用。',
    ],
    available: '在询价备注中说明包装要求，客户经理会连同商品一起报价。',
    action: '去询价',
  },
  affiliate: {
    lead: '推荐其他商家，获得佣金。',
    points: [
      '专属推广链接和推广码，可查看点击和注册数。',
      '您推荐的商家每支付一个订单，您即可获得佣金，售后期结束后发放。',
      '佣金转入钱包。',
    ],
    available: '目前尚未统计推荐记录。在此之前，请将您推荐的商家告知客户经理。',
    action: '返回工作台',
  },
};
