/** User-visible texts that the spec fixes (spec §2, §5, §8). Each lives here and nowhere else. */
export const messages = {
  copied: 'Copyed Successfully', // sic, spec §2
  fullscreenUnsupported: 'you browser can not work', // sic, spec §2
  networkAnomaly: 'Network anomaly',
  hasError: 'Has Error',
  error401: '401 error',
  error500: '500 error',
  error503: '503 error',
  domainEmpty: 'Please fill in the domain name!',
  domainHttp: 'the domain name does not need to contain "http" or "https"',
  bindContact: 'Contact info and agent name, fill in at least one',
  bindPlatform: 'Please select the social platforms',
  bindAlias: 'Please enter the social platforms',
  bindCountry: 'Please select the international telephone area code',
  reauthorizeOpened: 'Please log in to authorize in the newly opening page, and then click "Got it"',
} as const;

/** The same texts for Chinese pages; the spec fixes the English ones alone. */
export const messagesInChinese: Record<keyof typeof messages, string> = {
  copied: '复制成功',
  fullscreenUnsupported: '您的浏览器不支持全屏',
  networkAnomaly: '网络异常',
  hasError: '出错了',
  error401: '401 错误',
  error500: '500 错误',
  error503: '503 错误',
  domainEmpty: '请填写域名！',
  domainHttp: '域名无需包含“http”或“https”。',
  bindContact: '请至少填写联系方式和客户经理姓名中的一项',
  bindPlatform: '请选择社交平台',
  bindAlias: '请输入社交平台',
  bindCountry: '请选择国际电话区号',
  reauthorizeOpened: '请在新打开的页面登录并授权，然后点击“知道了”',
};
