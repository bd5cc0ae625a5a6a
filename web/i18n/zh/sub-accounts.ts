import type { subAccounts as en } from '../en/sub-accounts.ts';
import type { Translation } from '../translation.ts';

/** 子账号页的文字。 */
export const subAccounts: Translation<typeof en> = {
  title: '子账号',
  search: '姓名或邮箱',
  columns: {
    person: '成员',
    role: '角色',
    stores: '店铺',
    status: '状态',
    limits: '付款限额',
    seen: '最近活动',
  },
  allStores: '全部店铺',
  noStores: '无店铺',
  roles: {
    owner: '所有者',
    manager: '经理',
    operations: '运营',
    payer: '付款人',
    accountant: '会计',
    sourcing: '采购',
    support: '客服',
    viewer: '查看者',
  },
  statuses: {
    invited: '已邀请',
    active: '正常',
    suspended: '已停用',
    removed: '已移除',
  },
  limits: {
    none: '无限额',
    cannot: '不能付款',
    edit: '设置 {{name}} 的限额',
    title: '{{name}} 的付款限额',
    about: '超出限额的付款需由账户所有者或经理审批。留空表示无限额。',
    per_payment: '单次付款（{{currency}}）',
    per_day: '每日（{{currency}}）',
    per_month: '每月（{{currency}}）',
    per_payment_short: '单次 {{amount}}',
    per_day_short: '每日 {{amount}}',
    per_month_short: '每月 {{amount}}',
    bad: '请输入金额，或留空。',
    save: '保存限额',
    saved: '限额已保存。',
  },
  alone: '此账户只有您一位成员',
  coming: '可在此设置付款限额。暂不支持邀请成员和设置店铺权限。',
};
