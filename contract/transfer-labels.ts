// What a payment method calls its lines, for readers of another language.

/** The usual lines of an account, each with the words that people write for it. */
const words = {
  account_holder: {
    en: ['account holder', 'account name', 'beneficiary', 'beneficiary name', 'payee', 'recipient', 'name'],
    zh: ['户名', '账户名称', '账户名', '收款人', '收款人户名', '收款方', '收款人姓名'],
  },
  account_number: {
    en: ['account', 'account number', 'account no', 'bank account'],
    zh: ['账号', '账户', '账户号码', '银行账号', '收款账号'],
  },
  iban: { en: ['iban', 'iban number'], zh: ['国际银行账号'] },
  bic: {
    en: ['bic', 'swift', 'swift/bic', 'bic/swift', 'swift code', 'bic code'],
    zh: ['swift 代码', 'swift 码', '银行代码'],
  },
  bank: { en: ['bank', 'bank name', 'beneficiary bank'], zh: ['银行', '开户行', '开户银行', '收款银行', '银行名称'] },
  bank_address: { en: ['bank address'], zh: ['银行地址', '开户行地址'] },
  holder_address: {
    en: ['beneficiary address', 'account holder address', 'address'],
    zh: ['收款人地址', '户主地址', '地址'],
  },
  routing_number: {
    en: ['routing number', 'routing no', 'aba', 'ach routing number'],
    zh: ['路由号码', '汇款路径号码'],
  },
  sort_code: { en: ['sort code'], zh: ['分行代码', '排序代码'] },
  country: { en: ['country', 'country or region'], zh: ['国家', '国家/地区', '国家或地区'] },
  currency: { en: ['currency'], zh: ['币种', '货币'] },
  email: { en: ['email', 'e-mail', 'email address'], zh: ['邮箱', '电子邮箱', '邮箱地址'] },
  reference: { en: ['reference', 'payment reference'], zh: ['附言', '附言码', '备注'] },
} as const satisfies Record<string, { en: readonly string[]; zh: readonly string[] }>;

export type TransferLabel = keyof typeof words;
export const transferLabels = Object.keys(words) as TransferLabel[]; // they are its keys

const plain = (label: string) =>
  label
    .toLowerCase()
    .replaceAll(/\s*\/\s*/g, '/')
    .replaceAll(/[\s.:：]+/g, ' ')
    .trim();

/** Which usual line a label names in another language than the reader's; null where it stays as it was written. */
export function foreignLabel(label: string, reader: 'en' | 'zh'): TransferLabel | null {
  const written = plain(label);
  const named = (language: 'en' | 'zh') =>
    transferLabels.find((key) => (words[key][language] as readonly string[]).includes(written)) ?? null;
  return named(reader) === null ? named(reader === 'en' ? 'zh' : 'en') : null;
}
