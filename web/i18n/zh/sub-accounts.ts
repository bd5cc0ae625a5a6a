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
  alone: '此账户只有您一位成员',
  coming: '邀请成员、按角色设置付款限额和店铺权限即将推出。在此之前，由您的客户经理添加成员。',
};
