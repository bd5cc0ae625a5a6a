import type { bankStatements as english } from '../en/bank-statements.ts';

export const bankStatements: Record<keyof typeof english, string> = {
  no_method: '请选择该流水所属账户的银行转账方式。',
  empty: '文件在表头之下没有数据。请重新导出至少含一笔收款的流水。',
  too_many_rows: '文件超过 {{most}} 行。请导出更短的时间段。',
  too_many_columns: '文件超过 {{most}} 列。请导出为普通表格。',
  imported: '此文件已导入。如需使用其他列，请重新上传。',
  no_currency: '“{{value}}”不是币种。请选择币种列或账户币种。',
  no_amount: '“{{value}}”不是金额。请检查金额列。',
  no_date: '“{{value}}”不是今天或之前的日期。请检查日期列及日月顺序。',
  long_transaction: '交易号超过 64 个字符。请检查所选的列。',
  transaction_repeated: '交易号 {{value}} 在文件中重复出现。请向银行核实。',
  transaction_changed: '交易号 {{value}} 曾以不同金额导入。请向银行核实。',
  is_credited: '此款项已入账至 {{number}}。',
  is_ignored: '此款项已忽略。请先恢复。',
  not_ignored: '只有已忽略的款项可以恢复。请刷新页面查看状态。',
  needs_second: '该付款已审批给 {{number}}，尚需第二人审批。请先在审核中退回该审批。',
  not_exact: '此款项不再完全匹配。请单独核对。',
  credited_with_other: '{{number}} 以其他金额入账。请忽略此款项，或通过资金调整入账。',
  used: '{{number}} 已有对应款项。请忽略此款项，或通过资金调整入账。',
};
