import { mailLinkMinutes } from '#contract/constants.ts';

export type Mail = { to: string; subject: string; text: string; html: string };

const texts = {
  en: {
    verify_email: {
      subject: 'Confirm your e-mail address',
      lead: 'Confirm your address to recharge your wallet and invite colleagues.',
      button: 'Confirm address',
    },
    create_password: {
      subject: 'Create a new password',
      lead: 'Somebody asked for a new password for your account. If it was not you, do nothing: your password stays.',
      button: 'Create a password',
    },
    life: (minutes: number) => `The link works once and for ${minutes} minutes.`,
  },
  zh: {
    verify_email: { subject: '请确认您的邮箱地址', lead: '确认邮箱后即可充值并邀请同事。', button: '确认邮箱' },
    create_password: {
      subject: '设置新密码',
      lead: '有人为您的账户申请了新密码。如非本人操作，请忽略此邮件，密码不会改变。',
      button: '设置密码',
    },
    life: (minutes: number) => `链接仅可使用一次，${minutes} 分钟内有效。`,
  },
};

/** The mail with a link of the given kind, in the reader's language. Brand and link are escaped by being plain. */
export function linkMail(mail: {
  to: string;
  kind: 'verify_email' | 'create_password';
  locale: 'en' | 'zh';
  link: string;
  minutes?: number;
  brand: string;
}): Mail {
  const words = texts[mail.locale];
  const { subject, lead, button } = words[mail.kind];
  const life = words.life(mail.minutes ?? mailLinkMinutes);
  return {
    to: mail.to,
    subject: `${subject} · ${mail.brand}`,
    text: `${lead}\n\n${mail.link}\n\n${life}\n\n${mail.brand}`,
    html: `<p>${lead}</p><p><a href="${mail.link}">${button}</a></p><p>${life}</p><p>${mail.brand}</p>`,
  };
}
