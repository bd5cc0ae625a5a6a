import { mailLinkMinutes } from '#contract/constants.ts';
import { type ComposedMail, composeMail } from '#server/lib/mail-layout.ts';

const texts = {
  en: {
    verify_email: {
      subject: 'Confirm your email address',
      lead: 'Confirm your email address so that you can add funds.',
      button: 'Confirm email',
    },
    create_password: {
      subject: 'Reset your password',
      lead: 'We received a request to reset your password. If it wasn’t you, ignore this email; your password stays the same.',
      button: 'Reset password',
    },
    sign_up: {
      subject: 'Confirm your email address',
      lead: (name: string) =>
        `Open the link to finish creating your account with the username ${name}. If you didn’t sign up, ignore this email; no account will be created.`,
      button: 'Finish sign-up',
    },
    known_address: {
      subject: 'You already have an account',
      lead: 'Someone tried to sign up with this email address, which already has an account. If it was you, log in or reset your password; otherwise, ignore this email.',
      button: 'Log in',
    },
    life: (minutes: number) => `The link works once and expires in ${minutes} minutes.`,
    shopLogin: {
      open: 'Open the portal',
      subject: (shop: string) => `New login from ${shop}`,
      own: (shop: string) =>
        `You logged in by opening the app in ${shop}. Anyone logged in there with your email address can do this from now on. If it wasn’t you, change your password here and in Shopify.`,
      other: (shop: string, name: string) =>
        `${name} logged in by opening the app in ${shop} for the first time, with the same role in your account. If you didn’t expect this, remove their access.`,
    },
  },
  zh: {
    verify_email: { subject: '请验证您的邮箱', lead: '验证邮箱后即可充值。', button: '验证邮箱' },
    create_password: {
      subject: '重置密码',
      lead: '我们收到了重置您密码的请求。如非本人操作，请忽略此邮件，密码不会改变。',
      button: '重置密码',
    },
    sign_up: {
      subject: '请验证您的邮箱',
      lead: (name: string) => `打开链接即可完成注册，用户名为 ${name}。如非本人操作，请忽略此邮件，不会创建任何账户。`,
      button: '完成注册',
    },
    known_address: {
      subject: '您已有账户',
      lead: '有人使用此邮箱注册，但该邮箱已有账户。如为本人操作，请直接登录，或重置密码；如非本人操作，请忽略此邮件。',
      button: '登录',
    },
    life: (minutes: number) => `链接仅可使用一次，${minutes} 分钟内有效。`,
    shopLogin: {
      open: '打开网站',
      subject: (shop: string) => `已从 ${shop} 登录`,
      own: (shop: string) =>
        `您在 ${shop} 中打开应用并登录。今后，以您的邮箱登录该店铺的人都可以这样登录。如非本人操作，请在本站和 Shopify 修改密码。`,
      other: (shop: string, name: string) =>
        `${name} 首次通过 ${shop} 中的应用登录，其在您账户中的角色不变。如非预期，请移除其访问权限。`,
    },
  },
};

/** The mail with a link of the given kind, in the reader's language. */
export function linkMail(mail: {
  to: string;
  kind: 'verify_email' | 'create_password';
  locale: 'en' | 'zh';
  link: string;
  minutes?: number;
  brand: string;
}): ComposedMail {
  const words = texts[mail.locale];
  const { subject, lead, button } = words[mail.kind];
  const footer = [words.life(mail.minutes ?? mailLinkMinutes)];
  return composeMail({ ...mail, words: { subject, lines: [lead], button, link: mail.link, footer } });
}

/** The mail whose link completes a sign-up. Of what was typed only the username is in it, which is plain by its pattern. */
export function signUpMail(mail: {
  to: string;
  locale: 'en' | 'zh';
  username: string;
  link: string;
  brand: string;
}): ComposedMail {
  const { life, sign_up } = texts[mail.locale];
  const { subject, lead, button } = sign_up;
  const words = { subject, lines: [lead(mail.username)], button, link: mail.link, footer: [life(mailLinkMinutes)] };
  return composeMail({ ...mail, words });
}

/** The mail for a sign-up with an address that has an account. */
export function knownAddressMail(mail: { to: string; locale: 'en' | 'zh'; link: string; brand: string }): ComposedMail {
  const { subject, lead, button } = texts[mail.locale].known_address;
  return composeMail({ ...mail, words: { subject, lines: [lead], button, link: mail.link } });
}

/** Tells the person, or an owner of the account, of the first log-in from a shop. Shop and name are plain by their patterns. */
export function shopLoginMail(about: {
  to: string;
  locale: 'en' | 'zh';
  own: boolean;
  name: string;
  shop: string;
  publicUrl: string;
  brand: string;
}): ComposedMail {
  const { shop, name } = about;
  const { subject, own, other, open } = texts[about.locale].shopLogin;
  const words = {
    subject: subject(shop),
    lines: [about.own ? own(shop) : other(shop, name)],
    button: open,
    link: about.publicUrl,
  };
  return composeMail({ ...about, words });
}
