import type { account as english } from '../en/account.ts';

export const account: Record<keyof typeof english, string> = {
  billing_changed: '其他人已修改账单信息。请刷新页面后重试。',
};
