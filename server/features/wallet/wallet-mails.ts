import type { Ctx } from '#server/db/context.ts';
import { sendLater } from '#server/db/queue.ts';
import { moneyText } from '#server/lib/money-text.ts';
import type { RechargeRow } from './wallet-recharges.db.ts';
import { findCreator } from './wallet-recharges.db.ts';

type Notice =
  | { kind: 'credited'; credit: number }
  | { kind: 'rejected'; reason: string }
  | { kind: 'charged_back'; amount: number };

const texts = {
  en: {
    credited: (number: string, money: string) => ({
      subject: `${money} added to your wallet`,
      lead: `Your recharge ${number} has arrived: ${money} can be spent now.`,
    }),
    rejected: (number: string, reason: string) => ({
      subject: `Recharge ${number} was not accepted`,
      lead: `We could not accept the proof of your recharge ${number}: ${reason}`,
      next: 'Open the recharge and hand in a new proof.',
    }),
    charged_back: (number: string, money: string) => ({
      subject: `${money} taken back from your wallet`,
      lead: `The bank took back ${money} of your card recharge ${number}. Your wallet was charged with it.`,
    }),
    open: 'Open your wallet',
  },
  zh: {
    credited: (number: string, money: string) => ({
      subject: `钱包已到账 ${money}`,
      lead: `您的充值 ${number} 已到账：${money} 现在可以使用。`,
    }),
    rejected: (number: string, reason: string) => ({
      subject: `充值 ${number} 未通过审核`,
      lead: `您的充值 ${number} 的凭证未通过审核：${reason}`,
      next: '请打开该充值并重新提交凭证。',
    }),
    charged_back: (number: string, money: string) => ({
      subject: `钱包已被扣回 ${money}`,
      lead: `银行撤回了您的银行卡充值 ${number} 中的 ${money}，该金额已从钱包扣除。`,
    }),
    open: '打开钱包',
  },
};

const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const html = (text: string) => text.replace(/[&<>"]/g, (sign) => escaped[sign] ?? sign);

/** Tells the person who started the recharge by mail, once per `key`. */
export async function mailAbout(
  ctx: Ctx,
  recharge: RechargeRow,
  notice: Notice,
  site: { publicUrl: string; brand: string },
  key: string,
): Promise<void> {
  const reader = recharge.created_by ? await findCreator(ctx, recharge.created_by) : undefined;
  if (!reader) return;
  const words = texts[reader.locale === 'zh' ? 'zh' : 'en'];
  const { subject, lead, next } = wordsOf(words, `RC-${recharge.number}`, recharge.currency, notice);
  const link = `${site.publicUrl}/wallet/recharge`;
  const lines = next ? [lead, next] : [lead];
  const payload = {
    to: reader.email,
    subject: `${subject} · ${site.brand}`,
    text: `${[...lines, link, site.brand].join('\n\n')}\n`,
    html: `${lines.map((line) => `<p>${html(line)}</p>`).join('')}<p><a href="${html(link)}">${words.open}</a></p><p>${html(site.brand)}</p>`,
  };
  await sendLater(ctx, { kind: 'mail', key: `mail:${key}`, account_id: recharge.account_id, payload });
}

function wordsOf(
  words: (typeof texts)['en' | 'zh'],
  number: string,
  currency: string,
  notice: Notice,
): { subject: string; lead: string; next?: string } {
  if (notice.kind === 'credited') return words.credited(number, moneyText(notice.credit, currency));
  if (notice.kind === 'rejected') return words.rejected(number, notice.reason);
  return words.charged_back(number, moneyText(notice.amount, currency));
}
