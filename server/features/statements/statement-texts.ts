import { transactionKinds, transactionKindsInChinese } from '#contract/transaction-kinds.ts';
import type { Language } from '#server/lib/refusal-texts.ts';

const en = {
  kind: 'Statement',
  account: 'Account',
  provider: 'Provider',
  created: 'Created',
  opening: 'Opening balance',
  closing: 'Closing balance',
  held: 'Also on hold',
  moneyIn: 'Money in',
  moneyOut: 'Money out',
  date: 'Date',
  what: 'Description',
  amount: 'Amount ({{currency}})',
  balance: 'Balance ({{currency}})',
  transactions: 'Transactions',
  byType: 'Totals by type',
  type: 'Type',
  in: 'In ({{currency}})',
  out: 'Out ({{currency}})',
  none: 'No transactions in this period.',
  pages: 'Page {{page}} of {{pages}}',
  part: 'part {{place}} of {{of}}',
  verifyTitle: 'Verify this statement',
  verify:
    'This PDF is generated from the signed file of this statement, which you can download in your wallet. To verify it, open {{url}}/verify-statement.html and drop the signed file there; it isn’t uploaded. Statement {{position}}, key {{key}}, statement hash {{hash}}, ledger hash at the end of the period {{head}}.',
  kinds: transactionKinds as Record<string, string>,
};

const zh: typeof en = {
  kind: '对账单',
  account: '账户',
  provider: '服务商',
  created: '生成时间',
  opening: '期初余额',
  closing: '期末余额',
  held: '另有冻结',
  moneyIn: '收入合计',
  moneyOut: '支出合计',
  date: '日期',
  what: '说明',
  amount: '金额（{{currency}}）',
  balance: '余额（{{currency}}）',
  transactions: '交易',
  byType: '按类型合计',
  type: '类型',
  in: '收入（{{currency}}）',
  out: '支出（{{currency}}）',
  none: '该期间没有交易。',
  pages: '第 {{page}} 页，共 {{pages}} 页',
  part: '第 {{place}} 部分，共 {{of}} 部分',
  verifyTitle: '核验此对账单',
  verify:
    '本 PDF 依据该对账单的签名文件生成，您可在钱包中下载签名文件。如需核验，请打开 {{url}}/verify-statement.html 并拖入签名文件，文件不会上传。第 {{position}} 份，密钥 {{key}}，对账单哈希 {{hash}}，期末账本哈希 {{head}}。',
  kinds: transactionKindsInChinese,
};

/** Texts of a statement as a PDF. */
export const paperWords: Record<Language, typeof en> = { en, zh };
