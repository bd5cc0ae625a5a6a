import type { profile as english } from '../en/profile.ts';

export const profile: Record<keyof typeof english, string> = {
  too_many_contacts: '每个账户最多 {{most}} 个联系方式。请先删除一个。',
  contact_empty: '联系方式和客服姓名，请至少填写一项。',
  contact_platform: '请选择社交平台。',
  contact_alias: '请输入社交平台。',
  contact_country: '请选择国际电话区号。',
  contact_control: '联系方式中含有换行或隐藏字符。请重新输入。',
  contact_link: '链接必须以 https:// 或 http:// 开头。请输入此类链接，或直接输入 ID。',
  contact_incomplete: '链接不完整。请从地址栏重新复制。',
  contact_phone: '这不是 +{{code}} 的有效电话号码。请检查号码，或选择其他区号。',
};
