import type { exports as english } from '../en/exports.ts';

export const exports: Record<keyof typeof english, string> = {
  no_access: '发起此导出的用户已无权限。请由其他用户重新导出。',
  no_journal: '只有钱包交易可以导出为日记账。请选择 Excel 或 CSV。',
  sheet_too_long: 'Excel 工作表最多 1,048,576 行。请缩小筛选范围，或选择 CSV。',
  file_too_long: '文件将超过 {{most}} 行。请用搜索或筛选缩小列表范围。',
};
