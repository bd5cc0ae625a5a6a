import type { privacy as english } from '../en/privacy.ts';

export const privacy: Record<keyof typeof english, string> = {
  request_expired: '此数据请求已超过 {{days}} 天，现已失效。如买家仍需要，请在 Shopify 中重新发起。',
};
