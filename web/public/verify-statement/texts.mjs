import { countOf } from './check.mjs';

// Texts of the page; the English sentences about problems stand in check.mjs, which the command uses as well.
const nameOf = ({ seq, label }) => `交易 ${seq}${label ? `（${label}）` : ''}`;

export const texts = {
  en: {
    title: 'Verify a statement',
    other: '中文',
    lead: 'Checks that no entry of a wallet statement was changed. Your file stays on this computer: this page can’t send data anywhere.',
    drop: 'Drop a signed statement here, or choose it',
    dropMore: 'Add earlier statements as well: they show whether the past was rewritten.',
    about: ({ account, period, transactions }, file) =>
      `${file}: ${account.name}, ${period.from} to ${period.to}, ${countOf(transactions)}`,
    note: (earlier) =>
      earlier > 0
        ? 'Every entry, balance, hash, and the signature match, and the statement continues the earlier ones.'
        : 'Every entry, balance, hash, and the signature match. To see that the past wasn’t rewritten, add an earlier statement.',
  },
  zh: {
    title: '核验对账单',
    other: 'English',
    lead: '核验钱包对账单中的记录是否被改动。文件只在本机读取，本页面无法向任何地方发送数据。',
    drop: '将签名对账单拖到此处，或点击选择',
    dropMore: '可同时加入更早的对账单，以核验历史记录是否被改写。',
    about: ({ account, period, transactions }, file) =>
      `${file}：${account.name}，${period.from} 至 ${period.to}，共 ${transactions.length} 笔交易`,
    note: (earlier) =>
      earlier > 0
        ? '所有记录、余额、哈希和签名均一致，并与更早的对账单相衔接。'
        : '所有记录、余额、哈希和签名均一致。如需核验历史是否被改写，请加入更早的对账单。',
    verdicts: { valid: '该对账单有效。', broken: '该对账单无效。', unknown: '该对账单无法完整核验。' },
    sentences: {
      not_utf8: () => '文件不是 UTF-8 文本。',
      not_json: () => '文件不是 JSON，可能被截断或改动。',
      not_a_statement: () => '文件不是此格式的钱包对账单。',
      other_bytes: ({ byte }) => `文件第 ${byte} 个字节与签发时不同。`,
      opening_not_zero: () => '期初余额之和不为零。',
      missing: ({ seq, expected }) => `缺少交易 ${expected}：其后直接是 ${seq}。`,
      not_zero: (at) => `${nameOf(at)}：分录之和不为零。`,
      balance: (at) => `${nameOf(at)}：第 ${at.line} 行的余额与前一余额加金额不符。`,
      currency: (at) => `${nameOf(at)}：第 ${at.line} 行为其他币种。`,
      hash: (at) => `${nameOf(at)}：内容与哈希不符，已被改动。`,
      closing_head: () => '期末哈希与最后一笔交易不符。',
      closing_balances: () => '期末余额与最后一笔交易后的余额不符。',
      unknown_key: ({ key }) => `密钥 ${key} 不属于服务商。`,
      key_not_in_use: ({ key }) => `签发当日密钥 ${key} 未在使用。`,
      signature: () => '签名与内容不符，对账单或签名已被改动。',
      cannot_verify: () => '此浏览器无法核验 Ed25519 签名，请使用更新的浏览器。',
      other_account: ({ period }) => `更早的对账单 ${period} 属于其他账户。`,
      rewritten: ({ seq, period }) => `账本被改写：交易 ${seq} 在更早的对账单 ${period} 中为另一哈希。`,
      other_previous: ({ period }) => `该对账单并非接续此前签发的 ${period}。`,
      gap: ({ after, before, period }) =>
        `与更早的对账单 ${period} 之间缺少交易 ${after + 1} 至 ${before}，请加入中间的对账单。`,
      earlier_unreadable: ({ file }) => `${file} 不是钱包对账单。`,
      earlier_broken: ({ file, first }) => `${file} 本身无效：${texts.zh.sentences[first.code](first)}`,
    },
  },
};
