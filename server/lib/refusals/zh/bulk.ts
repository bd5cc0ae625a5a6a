import type { bulk as english } from '../en/bulk.ts';

export const bulk: Record<keyof typeof english, string> = {
  no_access: '发起此操作的用户已无权限。请由其他用户重新发起。',
  too_many: '一次最多处理 25,000 行。请先缩小筛选范围。',
  no_action: '此列表没有该操作。请刷新页面后重新选择。',
  not_finished: '此批量操作仍在进行。请等待完成后重试。',
  preview_first: '所选内容与此操作已完成的预览不一致。请先预览，再执行。',
  broken: '我们这边出了问题，此项未更改。请重试。',
  gone: '此项已不在您的账户中。',
};
