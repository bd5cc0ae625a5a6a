import { codeMinutes } from '#contract/withdrawal-rules.ts';
import { type ComposedMail, composeMail } from '#server/lib/mail-layout.ts';

const texts = {
  en: {
    subject: (code: string) => `${code} confirms your withdrawal`,
    lead: (amount: string, to: string) => `Enter this code to withdraw ${amount} to ${to}:`,
    button: 'Enter code',
    footer: [
      `The code works once and expires in ${codeMinutes} minutes.`,
      'If you didn’t request this, don’t share the code, and change your password.',
    ],
  },
  zh: {
    subject: (code: string) => `${code} 是您的提现验证码`,
    lead: (amount: string, to: string) => `输入以下验证码，即可提现 ${amount} 至 ${to}：`,
    button: '输入验证码',
    footer: [`验证码仅可使用一次，${codeMinutes} 分钟内有效。`, '如非本人操作，请勿将验证码告诉他人，并修改密码。'],
  },
};

/** The mail with the code that confirms a withdrawal. */
export function codeMail(mail: {
  to: string;
  locale: 'en' | 'zh';
  code: string;
  amount: string;
  payout: string;
  link: string;
  brand: string;
}): ComposedMail {
  const { subject, lead, button, footer } = texts[mail.locale];
  const lines = [lead(mail.amount, mail.payout), mail.code];
  return composeMail({ ...mail, words: { subject: subject(mail.code), lines, button, link: mail.link, footer } });
}
