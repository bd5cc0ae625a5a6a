import type { resources as en } from '../en/resources.ts';
import type { Translation } from '../translation.ts';

export const resources: Translation<typeof en> = {
  title: '资源',
  channels: '物流渠道与运价',
  country: '目的地',
  calendar: '服务商日历',
  cutOffs: '下一次截单（您的时间）',
  holidays: '未来十二个月的假期',
  noHolidays: '没有标记的假期。',
  worked: '上班',
  policies: '售后政策',
  policiesText: '何时可以为订单申请售后，以及需要提供什么。',
  channelsText: '按重量的公开运价。您在报价中确认的价格优先。',
  columns: { name: '渠道', freight: '运费', days: '时效', tax: '税费', refuses: '不承运' },
  noChannels: '没有渠道可到达该国家。',
  files: '文件与格式',
  orderFile: '从文件导入订单',
  orderFileText: 'CSV 或 XLSX，每行一个订单商品。可直接识别 Shopify 导出的文件；其他表格由您指定各列含义。',
  toOrders: '导入订单',
  template: '下载示例（CSV）',
  api: 'API 文档',
  apiText: '本门户的全部调用及其字段，供您自己的程序使用。',
  toApi: '打开 API 文档',
  coming: '指南将汇集于此。',
};
