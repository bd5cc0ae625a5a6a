import type { apiAccess as en } from '../en/api-access.ts';
import type { Translation } from '../translation.ts';

export const apiAccess: Translation<typeof en> = {
  title: 'API 文档',
  state: '{{count}} 个调用',
  search: '路径或关键词',
  none: '没有符合搜索的调用。',
  intro:
    '调用地址为 {{origin}}，JSON 请求体，令牌放在 Authorization 头：Bearer 加令牌。回答为 {"status": 200, "data": …}；列表另有 "meta"。拒绝时带有 "message"（说明该怎么做的一句话）和 "code"。',
  download: '下载 OpenAPI',
  who: {
    public: '对所有人开放',
    user: '任何已登录者',
    merchant: '商家：{{right}}',
    staff: '员工：{{right}}',
  },
  parameters: '参数',
  body: '请求体',
  field: '字段',
  type: '类型',
  required: '必填',
  optional: '可选',
  idempotent: '需要 Idempotency-Key 头：同一个键绝不会执行两次。',
  noParameters: '无需参数。',
};
