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
      unsigned: () => '这是对账单的 PDF 或 CSV，不含签名。请改选签名文件，可在钱包中 PDF 旁下载。',
      not_utf8: () => '文件不是文本文件，请重新下载对账单。',
      not_json: () => '文件不完整或已被改动，请重新下载对账单。',
      not_a_statement: () => '文件不是签名的钱包对账单，请选择对账单的 JSON 文件。',
      other_bytes: ({ byte }) => `文件在签发后被改动，首处差异位于第 ${byte} 个字节。`,
      opening_not_zero: () => '期初余额之和不为零，其中至少一项被改动。',
      missing: ({ seq, expected }) => `缺少交易 ${expected}，其位置上是交易 ${seq}。`,
      not_zero: (at) => `${nameOf(at)}：金额之和不为零，其中至少一项被改动。`,
      balance: (at) => `${nameOf(at)}：第 ${at.line} 行的余额不等于前一余额加金额，其中一项被改动。`,
      currency: (at) => `${nameOf(at)}：第 ${at.line} 行的币种与对账单不同。`,
      hash: (at) => `${nameOf(at)}：哈希不符，该交易或前一笔交易在记录后被改动。`,
      closing_head: () => '期末哈希与最后一笔交易不符，末尾的交易被添加或删除。',
      closing_balances: () => '期末余额与最后一笔交易后的余额不符，余额或金额被改动。',
      unknown_key: ({ key }) => `密钥 ${key} 不属于服务商：该对账单并非由服务商签名，或您的密钥列表已过期。`,
      key_not_in_use: ({ key }) => `签发当日密钥 ${key} 未在使用，服务商当时并未签名。`,
      signature: () => '签名不符，对账单或签名在签发后被改动。',
      cannot_verify: () => '无法核验签名：此浏览器不支持 Ed25519，请使用更新的浏览器。',
      other_account: ({ period }) => `更早的对账单 ${period} 属于其他账户，请选择同一账户的对账单。`,
      rewritten: ({ seq, period }) => `历史记录被改写：交易 ${seq} 的哈希与更早的对账单 ${period} 不同。`,
      other_previous: ({ period }) => `该对账单未接续其前一份对账单 ${period}，其中一份被替换。`,
      gap: ({ after, before, period }) =>
        `与更早的对账单 ${period} 之间的交易 ${before === after + 1 ? before : `${after + 1} 至 ${before}`} 无法核验，请加入中间的对账单。`,
      earlier_unreadable: ({ file }) => `${file} 不是签名的钱包对账单，请选择对账单的 JSON 文件。`,
      earlier_broken: ({ file, first }) => `更早的对账单 ${file} 无效。${texts.zh.sentences[first.code](first)}`,
    },
  },
};
