import type { imageSearch as english } from '../en/image-search.ts';

export const imageSearch: Record<keyof typeof english, string> = {
  address_failed: '无法获取该图片。请使用图片的公开 https 地址，或直接上传。',
  address_answered: '无法获取该图片：{{reason}}。请使用图片的公开 https 地址，或直接上传。',
  daily_limit: '您的账户在 24 小时内已搜索 {{count}} 次。请查看之前的搜索，或明天再试。',
  off: '您的账户未开启识图找货。请联系客户经理开通。',
};
