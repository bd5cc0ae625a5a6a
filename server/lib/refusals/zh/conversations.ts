import type { conversations as english } from '../en/conversations.ts';

export const conversations: Record<keyof typeof english, string> = {
  acting: '不能以客户身份发送消息。请在“消息”中回复。',
};
