import type { session as english } from '../en/session.ts';
import type { Translation } from '../translation.ts';

/** 登录、注册和密码的文字。 */
export const session: Translation<typeof english> = {
  headline: '一站式代发货。',
  headlineText: '店铺、报价、付款和包裹，一处管理。',
  points: {
    orders: '各店铺订单自动同步',
    prices: '付款前即可看到商品和运费',
    tracking: '运单号自动回传店铺',
  },
  login: {
    title: '登录',
    name: '邮箱或用户名',
    password: '密码',
    submit: '登录',
    forgot: '忘记密码？',
    noAccount: '还没有账户？',
    signUp: '创建账户',
  },
  signUp: {
    title: '创建账户',
    company: '公司或店铺名称',
    username: '用户名',
    email: '邮箱',
    password: '密码',
    passwordHelp: '至少 10 个字符，建议使用短语。',
    terms: '我同意服务条款',
    submit: '创建账户',
    sent: '请查收邮件。在 30 分钟内打开发送到 {{email}} 的链接，即可完成注册。',
    notArrived: '没有收到？请查看垃圾邮件，或重新注册。',
    haveAccount: '已有账户？',
    logIn: '登录',
  },
  forgot: {
    title: '忘记密码？',
    text: '输入邮箱，我们会发送设置新密码的链接。',
    email: '邮箱',
    submit: '发送链接',
    sent: '如果 {{email}} 属于某个账户，链接已发出，30 分钟内有效。',
    back: '返回登录',
  },
  create: {
    title: '设置新密码',
    password: '新密码',
    again: '确认新密码',
    submit: '保存密码',
    done: '密码已保存，您已登录。',
    badLink: '链接不完整，请重新申请。',
    different: '两次输入的密码不一致',
  },
  finish: {
    title: '完成注册',
    working: '正在创建账户',
    failed: '链接无效，请重新注册以获取新链接。',
    again: '重新注册',
  },
  verify: {
    title: '确认邮箱',
    working: '正在确认邮箱',
    done: '邮箱已确认。',
    failed: '链接无效，请登录后重新获取。',
    next: '继续',
  },
  authRedirect: {
    title: '您可以关闭此窗口',
    text: '请在原窗口中继续。',
    next: '在此继续',
  },
  peek: {
    show: '显示密码',
    hide: '隐藏密码',
  },
  required: {
    name: '请输入邮箱或用户名',
    password: '请输入密码',
    company: '请输入公司或店铺名称',
    email: '请输入邮箱，例如 anna@example.com',
    username: '3 到 32 个字母、数字、点、横线或下划线',
    short: '至少 10 个字符',
    terms: '请先同意条款',
  },
};
