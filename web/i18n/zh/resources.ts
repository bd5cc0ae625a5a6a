import type { resources as en } from '../en/resources.ts';
import type { Translation } from '../translation.ts';

export const resources: Translation<typeof en> = {
  title: '资源',
  channels: '物流渠道与运价',
  country: '目的地',
  calendar: '工作日历',
  cutOffs: '下一次截单（您的时区）',
  holidays: '未来 12 个月的节假日',
  noHolidays: '暂无节假日',
  worked: '上班',
  policies: '售后政策',
  policiesText: '何时可以申请售后，以及需要的凭证。',
  channelsText: '按重量的标准运价。您已接受的报价优先。',
  columns: {
    name: '物流渠道',
    freight: '运费',
    days: '时效',
    tax: '税费',
    refuses: '不承运',
  },
  noChannels: '该国家暂无物流渠道',
  files: '文件与格式',
  orderFile: '从文件导入订单',
  orderFileText: 'CSV 或 XLSX，每行一个订单商品。可直接导入 Shopify 导出的文件；其他文件需指定各列含义。',
  toOrders: '导入订单',
  template: '下载示例（CSV）',
  api: 'API 文档',
  apiText: '全部 API 接口及其字段，供您自行集成。',
  toApi: '打开 API 文档',
};
