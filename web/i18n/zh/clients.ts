import type { clients as en } from '../en/clients.ts';
import type { Translation } from '../translation.ts';

export const clients: Translation<typeof en> = {
  title: '客户',
  search: '名称或编号',
  columns: {
    client: '客户',
    agent: '客户经理',
    stores: '店铺',
    orders: '近 30 天订单',
    balance: '现金余额',
    since: '注册时间',
  },
  emptyFirst: '暂无客户',
  emptyText: '商家在您的域名上注册后会显示在这里。',
  act: '代客户操作',
  imageSearchOff: '关闭识图找货',
  imageSearchOn: '开启识图找货',
  issueInvoice: '开账单',
  invoicing: '更改账单方式',
  assign: '分配客户经理',
  assignTitle: '为 {{name}} 分配客户经理',
  assignHelp: '客户经理会收到该客户的请求，并显示在客户的工作台。',
  assignNone: '全部客户经理',
  viewPages: '查看页面',
  actTitle: '代 {{name}} 操作',
  actText:
    '您将在 30 分钟内代客户操作。客户可以看到您的姓名、原因和每一步操作。付款、接受价格、管理用户和修改密码只能由客户本人操作。',
  reason: '原因',
  reasonHelp: '至少 10 个字符，客户可见。',
  reasonShort: '请填写至少 10 个字符的原因。',
  start: '开始操作',
} as const;
