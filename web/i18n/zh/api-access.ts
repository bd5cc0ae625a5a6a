import type { apiAccess as en } from '../en/api-access.ts';
import type { Translation } from '../translation.ts';

export const apiAccess: Translation<typeof en> = {
  title: 'API 文档',
  state: '{{count}} 个接口',
  search: '路径或关键词',
  none: '没有符合搜索条件的接口。',
  intro:
    '请求地址为 {{origin}}，请求体为 JSON，请求头为 Authorization: Bearer <令牌>。响应为 {"status": 200, "data": …}，列表另有 "meta"。出错时包含 "message"（说明处理方法）和 "code"。',
  download: '下载 OpenAPI 文件',
  who: {
    public: '公开',
    user: '任何已登录用户',
    merchant: '商家：{{right}}',
    staff: '员工：{{right}}',
  },
  parameters: '参数',
  body: '请求体',
  field: '字段',
  type: '类型',
  required: '必填',
  optional: '可选',
  idempotent: '需要 Idempotency-Key 请求头，同一个键不会重复执行。',
  noParameters: '无参数',
};
