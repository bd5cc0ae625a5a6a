import type { partners as english } from '../en/partners.ts';

export const partners: Record<keyof typeof english, string> = {
  no_link: '该合作伙伴链接不存在或已被删除。请刷新页面。',
  too_many_links: '最多可添加 {{most}} 个合作伙伴链接。请先删除一个。',
  changed: '该链接已被他人更改。请刷新页面后重试。',
};
