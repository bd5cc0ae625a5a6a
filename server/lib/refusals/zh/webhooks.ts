import type { webhooks as english } from '../en/webhooks.ts';

export const webhooks: Record<keyof typeof english, string> = {
  unsigned: '请求没有签名。',
  no_match: '签名与请求内容和密钥不匹配。',
  no_match_or_too_old: '签名与请求内容和密钥不匹配，或已过期。',
  too_old: '签名已过期。',
  unreadable: '无法读取请求内容。',
};
