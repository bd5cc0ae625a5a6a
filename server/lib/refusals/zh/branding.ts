import type { branding as english } from '../en/branding.ts';

export const branding: Record<keyof typeof english, string> = {
  no_language: '此站点没有该语言。请选择其他语言。',
  no_domain: '该域名不存在。请刷新页面后重新选择。',
  domain_listed: '该域名已在列表中。请在列表中打开并编辑。',
  changed: '该域名已被他人更改。请刷新页面后重试。',
};
