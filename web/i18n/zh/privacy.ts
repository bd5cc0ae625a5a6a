import type { privacy as en } from '../en/privacy.ts';
import type { Translation } from '../translation.ts';

/** 买家数据请求的文字。 */
export const privacy: Translation<typeof en> = {
  title: '买家数据',
  none: '暂无买家数据请求。Shopify 会自动转发。',
  topic: {
    'customers/data_request': '买家索取个人数据',
    'customers/redact': '删除买家数据',
    'shop/redact': '删除店铺全部买家数据',
  },
  orders_other: '{{count}} 个订单',
  waiting: '请在 {{due}} 前提供',
  late: '已逾期',
  handed: '{{by}} 于 {{ago}}下载',
  erased_other: '已删除 {{count}} 个订单的买家数据',
  nothing: '没有可删除的数据',
  kept: '应用已重新安装，数据已保留',
  fetch: '下载数据',
  fetchHelp: '文件包含我们保存的该买家的全部数据。请交给买家，并在不再需要时删除。',
} as const;
