import type { profile as english } from '../en/profile.ts';
import type { Translation } from '../translation.ts';

/** 联系方式对话框的文字。 */
export const profile: Translation<typeof english> = {
  bind: {
    title: '如何与您联系？',
    text: '报价和包裹的问题用聊天解决更快。请留下联系方式，或告诉我们您的客户经理是谁。',
    platform: '社交平台',
    choosePlatform: '选择平台',
    type: {
      whatsapp: 'WhatsApp',
      whatsapp_group: 'WhatsApp 群',
      discord: 'Discord',
      discord_group: 'Discord 群',
      slack: 'Slack',
      other: '其他',
    },
    alias: '平台名称',
    country: '国际电话区号',
    chooseCountry: '按国家或区号搜索',
    contact: '联系账号或链接',
    number: 'WhatsApp 号码或链接',
    or: '或',
    note: '客户经理或市场备注',
    noteHelp: '填写您的客户经理姓名，或您是在哪个市场了解到我们的。',
    submit: '提交',
    addStore: '去添加店铺',
  },
  askOwner: {
    title: '缺少联系方式',
    text: '我们无法就报价和包裹联系 {{account}}。请让账户所有者或经理添加联系方式。',
    close: '知道了',
  },
  thanks: {
    title: '谢谢，我们会尽快与您联系',
    text: '您也可以随时通过以下方式联系我们：',
    noChannels: '我们会在一个工作日内答复。',
    channels: '客服联系方式',
    agent: '您的客户经理：{{name}}',
    close: '关闭',
  },
};
