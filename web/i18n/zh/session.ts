import type { session as english } from '../en/session.ts';
import type { Translation } from '../translation.ts';

export const session: Translation<typeof english> = {
  promise: '订单进来，包裹出去。',
  promiseText: '店铺、价格、付款和包裹，尽在一处。',
  points: {
    orders: '各店铺的订单自动到达',
    prices: '付款前即可看到货价和运费',
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
    demo: '演示账户',
  },
  signUp: {
    title: '创建账户',
    company: '公司或店铺名称',
    username: '用户名',
    email: '邮箱',
    password: '密码',
    passwordHelp: '至少 8 个字符，一句短语最合适。',
    submit: '创建账户',
    haveAccount: '已有账户？',
    logIn: '登录',
  },
  forgot: {
    title: '忘记密码？',
    text: '输入邮箱，我们会发送设置新密码的链接。',
    email: '邮箱',
    submit: '发送链接',
    sentTitle: '请查看邮箱',
    sent: '如果 {{email}} 属于某个账户，链接已发出，30 分钟内有效。',
    back: '返回登录',
  },
  create: {
    title: '设置新密码',
    password: '新密码',
    again: '再次输入新密码',
    submit: '保存密码',
    done: '密码已保存，请用新密码登录。',
    badLink: '链接不完整，请重新申请。',
    different: '两次输入的密码不同',
  },
  required: {
    name: '请输入邮箱或用户名',
    password: '请输入密码',
    company: '请输入公司或店铺名称',
    username: '请输入用户名',
    email: '请输入邮箱，例如 anna@example.com',
    short: '至少 8 个字符',
  },
};
