import type { mappingFiles as english } from '../en/mapping-files.ts';

export const mappingFiles: Record<keyof typeof english, string> = {
  too_many_files: '您的账户已有 {{most}} 个配对文件正在处理。请等其中一个完成后再开始。',
  no_access: '发起此导入的用户已无权限。请由其他用户重新导入。',
  empty: '第 {{row}} 行以下没有内容。请填写模板并保存后再上传。',
  too_many_rows: '文件超过 {{most}} 行。请拆分后分别导入。',
  no_sku_column: '文件中没有“目录 SKU”列。请使用模板，或添加该列。',
  no_variant_column: '文件中没有“Variant ID”或“Store SKU”列。请使用模板。',
  broken: '我们这边出了问题，文件未处理完成。您可以放心地重新开始。',
};
