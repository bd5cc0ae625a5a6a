import type { privacy as en } from '../en/privacy.ts';
import type { Translation } from '../translation.ts';

/** Texts of what buyers asked of their data. */
export const privacy: Translation<typeof en> = {
  title: '买家数据',
  none: '尚无买家索取或要求删除其数据。Shopify 会自动转来此类请求。',
  topic: {
    'customers/data_request': '买家索取其个人数据',
    'customers/redact': '删除一位买家的数据',
    'shop/redact': '删除该商店所有买家的数据',
  },
  orders_one: '{{count}} 个订单',
  orders_other: '{{count}} 个订单',
  waiting: '请在 {{due}} 前交付',
  late: '已逾期',
  handed: '{{by}} 于 {{time}} 获取',
  erased_one: '已删除 {{count}} 个订单的买家数据',
  erased_other: '已删除 {{count}} 个订单的买家数据',
  nothing: '没有可删除的数据',
  kept: '已保留：应用已重新安装',
  fetch: '下载数据',
  fetchHelp: '文件包含我们保存的该买家的全部数据。请交给买家，并仅在必要期间保留。',
} as const;
