import type { views as english } from '../en/views.ts';

export const views: Record<keyof typeof english, string> = {
  name_taken: '您已有同名视图。请使用其他名称，或修改该视图。',
  too_many: '每个列表最多保留 {{most}} 个视图。请先删除一个。',
  not_yours: '此视图属于同事。请另存为您自己的视图。',
  changed: '此视图已被他人更改。请刷新后重试。',
};
