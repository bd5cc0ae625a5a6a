import type { notifications as english } from '../en/notifications.ts';

export const notifications: Record<keyof typeof english, string> = {
  content_empty: '移除脚本和不支持的内容后，正文为空。请填写文字内容。',
  end_passed: '结束时间早于开始时间或已过去。请选择更晚的时间。',
  no_client: '其中一个客户不存在。请从列表中选择。',
  no_notice: '该公告不存在或已被删除。请刷新页面。',
};
