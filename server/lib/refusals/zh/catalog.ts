import type { catalog as english } from '../en/catalog.ts';

export const catalog: Record<keyof typeof english, string> = {
  changed: '此内容已被他人更改。请刷新页面后重试。',
  picture_unknown: '其中一张图片不可用。请重新上传。',
  same_options: '有两个 SKU 的选项相同。请用颜色、尺码或其他选项加以区分。',
  options_missing: '同一商品的所有 SKU 必须具有相同的选项。请为每个 SKU 补全选项。',
};
