import { fieldLabel } from './field-labels.ts';

/** Languages that refusals are written in. */
export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];

// `{{name}}` stands for a parameter; `{{field}}` for the path of a field, written as its label in the reader's language.
const en = {
  body_not_json: 'The request body is not valid JSON. Check it and send it again.',
  body_too_large: 'This is larger than the 1 MB that a request may have. Send less at once.',
  body_too_many_values: 'The request body has more than {{values}} values or {{levels}} levels. Send less at once.',
  reading_busy: 'Too many files are being read at the moment. Try again in a minute.',
  upload_not_form: 'Send the file as multipart/form-data.',
  upload_without_file: 'Choose a file.',
  upload_empty: 'The file is empty. Choose another one.',
  upload_broken: 'The upload ended early or is no form. Send the file again.',
  upload_too_large: 'The file is larger than {{megabytes}} MB. Choose a smaller one, or split it.',
  picture_address_failed: 'The picture could not be fetched. Use the public https address of a picture, or upload it.',
  order_files_waiting:
    'Your account already has {{most}} order files in progress. Wait until one is done, then start this one.',
  mapping_files_waiting:
    'Your account already has {{most}} mapping files in progress. Wait until one is done, then start this one.',
  body_wrong_type: 'Send JSON with the header Content-Type: application/json.',
  form_incomplete: 'The upload broke off before its end. Send the file again.',
  request_unreadable: 'The request cannot be read. Check its address and body.',
  too_many_calls: 'Too many calls. Wait a moment and try again.',
  restarting: 'The service is restarting. Try again in a moment.',
  answer_of_earlier_release:
    'This was done before the portal was updated, and its answer can no longer be shown. Reload to see the result.',
  call_timed_out: 'This took longer than {{seconds}} seconds and was stopped. Nothing was changed; try again.',
  call_timed_out_partly:
    'This took longer than {{seconds}} seconds and was stopped. Part of it may be done: reload before you try again.',
  too_slow: 'This took too long and was stopped. Nothing was changed; try again.',
  disk_almost_full:
    'The disk of the server has {{free}} MB free, less than its reserve of {{reserve}} MB (DISK_RESERVE_MB), so nothing can be changed. Remove files or enlarge the disk; the portal then continues by itself.',
  saving_paused: 'Nothing can be saved at the moment. You can read everything; try again later.',
  database_disk_full: 'Nothing can be saved: the disk of the database is full. Tell the provider and try again later.',
  database_memory: 'The database has too little memory for this. Ask for less at once, or try again later.',
  database_connections: 'The database accepts no more connections at the moment. Try again in a minute.',
  database_limit: 'A limit of the database has been reached. Tell the provider and try again later.',
  text_not_storable: 'The text contains characters that cannot be stored. Remove them and try again.',
  out_of_range: 'A number or date is out of range. Check what you entered.',
  internal: 'Something went wrong on our side. Quote {{request}} to support.',
  login_wrong: 'Username or password is wrong. Try again, or create a new password by e-mail.',
  login_locked: 'Too many wrong passwords. Try again in {{minutes}} min, or create a new password by e-mail.',
  network_locked: 'Too many wrong passwords came from your network. Try again in {{minutes}} min.',
  staff_login_closed:
    'Staff can’t log in on {{domain}} because its branding runs scripts. Log in on another domain of the portal, or ask an admin to allow it for this one.',
  old_password_wrong: 'The old password is wrong.',
  username_taken: 'This username is taken. Choose another one.',
  sign_up_link_expired: 'This link was used or is too old. Sign up again.',
  email_has_account: 'Your e-mail address has an account already. Log in, or create a new password.',
  api_reference_login: 'Log in to read the API reference.',
  acting_for_another:
    'In another tab you began to act for a client, so this tab cannot show another one. Stop acting there, or reload this page.',
  staff_role_lacks: 'Your role doesn’t include this. Ask the client’s agent or an admin.',
  upload_for_members:
    'Files are uploaded here by members of an account. Staff upload only a picture of themselves here.',
  client_file_closed: 'Your role doesn’t include this file. Ask the client’s agent or an admin to open it.',
  address_unknown: 'There is nothing at this address.',
  field_unknown_id:
    '{{field}} refers to something that does not exist or was removed. Reload the page and choose again.',
  field_bad_characters: '{{field}} contains characters that cannot be stored. Remove them and try again.',
  field_too_deep: '{{field}} is nested too deeply. Send at most {{most}} levels.',
  field_missing: '{{field}} is missing. Fill it in and try again.',
  field_text: '{{field}} must be text.',
  field_number: '{{field}} must be a number.',
  field_whole_number: '{{field}} must be a whole number.',
  field_yes_no: '{{field}} must be true or false.',
  field_list: '{{field}} must be a list.',
  field_group: '{{field}} must be a group of named values.',
  field_date: '{{field}} must be a date such as 2026-11-22.',
  field_time: '{{field}} must be a time such as 2026-11-22T17:03:09Z.',
  field_email: '{{field}} must be an email address such as name@example.com.',
  field_id: '{{field}} is not a valid ID. Choose an entry of the list.',
  field_url: '{{field}} must be a web address such as https://example.com.',
  field_format: '{{field}} has the wrong format. Check it and try again.',
  field_choice: '{{field}} must be one of: {{choices}}.',
  field_only: '{{field}} must be {{choices}}.',
  field_too_short: '{{field}} must have at least {{least}} characters.',
  field_too_long: '{{field}} can have at most {{most}} characters.',
  field_too_few: '{{field}} must have at least {{least}} entries.',
  field_too_many: '{{field}} can have at most {{most}} entries.',
  field_too_small: '{{field}} must be {{least}} or more.',
  field_not_above: '{{field}} must be more than {{least}}.',
  field_too_big: '{{field}} must be {{most}} or less.',
  field_not_below: '{{field}} must be less than {{most}}.',
  field_step: '{{field}} must be a multiple of {{step}}.',
  field_unexpected: '{{field}} is not used here. Remove it and try again.',
  field_invalid: '{{field}} cannot be used as it is. Check it and try again.',
  field_says: '{{field}}: {{sentence}}',
};

const zh: Record<RefusalText, string> = {
  body_not_json: '请求内容不是有效的 JSON。请检查后重新发送。',
  body_too_large: '请求内容超过 1 MB 的上限。请分批发送。',
  body_too_many_values: '请求内容超过 {{values}} 个值或 {{levels}} 层。请分批发送。',
  reading_busy: '当前正在读取的文件过多。请一分钟后重试。',
  upload_not_form: '请以 multipart/form-data 格式发送文件。',
  upload_without_file: '请选择文件。',
  upload_empty: '文件为空。请选择其他文件。',
  upload_broken: '上传提前中断或格式不正确。请重新上传文件。',
  upload_too_large: '文件超过 {{megabytes}} MB。请选择较小的文件，或拆分后上传。',
  picture_address_failed: '无法获取该图片。请使用图片的公开 https 地址，或直接上传。',
  order_files_waiting: '您的账户已有 {{most}} 个订单文件正在处理。请等其中一个完成后再开始。',
  mapping_files_waiting: '您的账户已有 {{most}} 个对应关系文件正在处理。请等其中一个完成后再开始。',
  body_wrong_type: '请发送 JSON，并带上请求头 Content-Type: application/json。',
  form_incomplete: '上传在完成前中断。请重新发送文件。',
  request_unreadable: '无法读取该请求。请检查地址和内容。',
  too_many_calls: '请求过于频繁。请稍后重试。',
  restarting: '服务正在重启。请稍后重试。',
  answer_of_earlier_release: '此操作在系统升级前已完成，无法再显示当时的结果。请刷新查看。',
  call_timed_out: '处理时间超过 {{seconds}} 秒，已停止。没有任何更改，请重试。',
  call_timed_out_partly: '处理时间超过 {{seconds}} 秒，已停止。部分操作可能已完成，请刷新页面后再重试。',
  too_slow: '处理时间过长，已停止。没有任何更改，请重试。',
  disk_almost_full:
    '服务器磁盘剩余 {{free}} MB，低于预留的 {{reserve}} MB（DISK_RESERVE_MB），因此无法进行任何更改。请删除文件或扩大磁盘，之后系统会自动恢复。',
  saving_paused: '暂时无法保存。您仍可查看全部内容，请稍后重试。',
  database_disk_full: '无法保存：数据库磁盘已满。请告知服务商，稍后重试。',
  database_memory: '数据库内存不足，无法完成此操作。请减少单次数量，或稍后重试。',
  database_connections: '数据库连接数已满。请一分钟后重试。',
  database_limit: '已达到数据库的上限。请告知服务商，稍后重试。',
  text_not_storable: '文本中含有无法保存的字符。请删除后重试。',
  out_of_range: '数字或日期超出范围。请检查您的输入。',
  internal: '我们这边出了问题。请将编号 {{request}} 告知客服。',
  login_wrong: '用户名或密码错误。请重试，或通过邮件设置新密码。',
  login_locked: '密码错误次数过多。请在 {{minutes}} 分钟后重试，或通过邮件设置新密码。',
  network_locked: '您的网络中密码错误次数过多。请在 {{minutes}} 分钟后重试。',
  staff_login_closed:
    '{{domain}} 的品牌设置中含有脚本，员工不能在此登录。请在其他域名登录，或请管理员为此域名开启员工登录。',
  old_password_wrong: '旧密码错误。',
  username_taken: '该用户名已被使用。请另选一个。',
  sign_up_link_expired: '该链接已被使用或已过期。请重新注册。',
  email_has_account: '您的邮箱已有账户。请登录，或设置新密码。',
  api_reference_login: '请登录后查看 API 文档。',
  acting_for_another: '您已在另一个标签页中开始代客户操作，此标签页无法显示其他客户。请先停止代操作，或刷新此页面。',
  staff_role_lacks: '您的角色无此权限。请联系该客户的专属客服或管理员。',
  upload_for_members: '此处由账户成员上传文件。员工在此只能上传自己的头像。',
  client_file_closed: '您的角色无权打开此文件。请联系该客户的专属客服或管理员。',
  address_unknown: '该地址没有内容。',
  field_unknown_id: '{{field}}所指的内容不存在或已被删除。请刷新页面后重新选择。',
  field_bad_characters: '{{field}}中含有无法保存的字符。请删除后重试。',
  field_too_deep: '{{field}}嵌套过深，最多 {{most}} 层。',
  field_missing: '请填写{{field}}。',
  field_text: '{{field}}必须是文本。',
  field_number: '{{field}}必须是数字。',
  field_whole_number: '{{field}}必须是整数。',
  field_yes_no: '{{field}}必须是 true 或 false。',
  field_list: '{{field}}必须是列表。',
  field_group: '{{field}}必须是一组带名称的值。',
  field_date: '{{field}}必须是日期，例如 2026-11-22。',
  field_time: '{{field}}必须是时间，例如 2026-11-22T17:03:09Z。',
  field_email: '{{field}}必须是邮箱地址，例如 name@example.com。',
  field_id: '{{field}}不是有效的 ID。请从列表中选择。',
  field_url: '{{field}}必须是网址，例如 https://example.com。',
  field_format: '{{field}}的格式不正确。请检查后重试。',
  field_choice: '{{field}}只能是以下之一：{{choices}}。',
  field_only: '{{field}}只能是 {{choices}}。',
  field_too_short: '{{field}}至少需要 {{least}} 个字符。',
  field_too_long: '{{field}}最多 {{most}} 个字符。',
  field_too_few: '{{field}}至少需要 {{least}} 项。',
  field_too_many: '{{field}}最多 {{most}} 项。',
  field_too_small: '{{field}}不能小于 {{least}}。',
  field_not_above: '{{field}}必须大于 {{least}}。',
  field_too_big: '{{field}}不能大于 {{most}}。',
  field_not_below: '{{field}}必须小于 {{most}}。',
  field_step: '{{field}}必须是 {{step}} 的倍数。',
  field_unexpected: '此处不使用{{field}}。请删除后重试。',
  field_invalid: '{{field}}无法使用。请检查后重试。',
  field_says: '{{field}}：{{sentence}}',
};

const texts: Record<Language, Record<RefusalText, string>> = { en, zh };

export type RefusalText = keyof typeof en;
/** A sentence as key and parameters, written out in the reader's language when the answer leaves. */
export type Phrase = { text: RefusalText; params?: Readonly<Record<string, string | number>> };
/** A sentence of a refusal: a phrase, or English text that is not in the table yet. */
export type Sentence = string | Phrase;

/** Writes a sentence out in `language`; English text stays as it is. */
export function sentenceIn(language: Language, sentence: Sentence): string {
  if (typeof sentence === 'string') return sentence;
  const { text, params = {} } = sentence;
  const written = texts[language][text].replace(/\{\{(\w+)\}\}/g, (_all, name: string) => {
    const value = String(params[name] ?? '');
    return name === 'field' ? fieldLabel(language, value) : value;
  });
  return written.charAt(0).toUpperCase() + written.slice(1);
}
