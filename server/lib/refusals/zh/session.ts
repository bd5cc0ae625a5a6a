import type { session as english } from '../en/session.ts';

export const session: Record<keyof typeof english, string> = {
  login_wrong: '用户名或密码错误。请重试，或通过邮件重置密码。',
  login_locked: '密码错误次数过多。请在 {{minutes}} 分钟后重试，或通过邮件重置密码。',
  network_locked: '您的网络中密码错误次数过多。请在 {{minutes}} 分钟后重试。',
  staff_login_closed:
    '{{domain}} 的品牌设置中含有脚本，员工不能在此登录。请在其他域名登录，或请管理员为此域名开启员工登录。',
  old_password_wrong: '当前密码错误。请重试。',
  username_taken: '该用户名已被使用。请另选一个。',
  sign_up_link_expired: '该链接已被使用或已过期。请重新注册。',
  email_has_account: '您的邮箱已有账户。请登录，或重置密码。',
  password_too_short: '密码过短。请至少使用 {{least}} 个字符。',
  password_too_long: '密码过长。请最多使用 {{most}} 个字符。',
  password_is_email: '密码不能与邮箱相同。请另选一个。',
  password_repetitive: '密码重复使用少数几个字符。请另选一个。',
  password_common: '此密码过于常见，容易被猜到。请另选一个。',
  link_used: '此链接已使用或已过期。请重新获取。',
  password_acting: '密码只能由本人更改。请先退出代操作。',
  session_ended: '此登录会话已结束。',
};
