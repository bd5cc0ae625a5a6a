import type { statements as english } from '../en/statements.ts';
import type { Translation } from '../translation.ts';

export const statements: Translation<typeof english> = {
  title: '对账单',
  about: '每份对账单均有数字签名，您和您的会计可以核验任何一笔记录是否被改动。',
  clientAbout: '每份对账单均有数字签名，客户及其会计可以核验任何一笔记录是否被改动。',
  verify: '核验对账单',
  issue: '生成对账单',
  empty: '每月结束后会自动生成对账单，您也可以随时为已结束的日期生成一份。',
  more: '查看全部对账单',
  period: '{{from}} – {{to}}',
  signed: '签名文件',
  columns: {
    period: '期间',
    closing: '期末余额',
    transactions: '交易数',
    issued: '生成时间',
    file: '下载',
  },
  dialog: {
    title: '生成对账单',
    from: '开始日期',
    to: '结束日期',
    help: '按账户时区，须为已结束的日期。',
    missing: '请选择日期。',
    created: '对账单已生成。',
  },
};
