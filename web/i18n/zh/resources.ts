import type { resources as en } from '../en/resources.ts';
import type { Translation } from '../translation.ts';

export const resources: Translation<typeof en> = {
  title: '资源',
  channels: '物流渠道',
  channelsText: '包裹的发运方式。各渠道可达的国家和价格见每份报价。',
  columns: { name: '渠道', carrier: '承运商', code: '代码' },
  noChannels: '目前没有可用渠道。',
  files: '文件与格式',
  orderFile: '从文件导入订单',
  orderFileText: 'CSV 或 XLSX，每行一个订单商品。可直接识别 Shopify 导出的文件；其他表格由您指定各列含义。',
  toOrders: '导入订单',
  template: '下载示例（CSV）',
  api: 'API 文档',
  apiText: '本门户的全部调用及其字段，供您自己的程序使用。',
  toApi: '打开 API 文档',
  coming: '指南、假期日历和政策将汇集于此。',
};
