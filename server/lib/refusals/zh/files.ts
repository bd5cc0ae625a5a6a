import type { files as english } from '../en/files.ts';

export const files: Record<keyof typeof english, string> = {
  upload_not_form: '请求不是表单。请以 multipart/form-data 格式发送文件。',
  upload_two_files: '每次请只上传一个文件。本次请求包含两个文件。',
  upload_without_file: '尚未选择文件。请选择文件。',
  upload_empty: '文件为空。请选择其他文件。',
  upload_broken: '上传提前中断或格式不正确。请重新上传文件。',
  upload_too_large: '文件超过 {{megabytes}} MB。请选择较小的文件，或拆分后上传。',
  upload_for_members: '此处由账户用户上传文件。员工在此只能上传自己的头像。',
  client_file_closed: '您的角色无权打开此文件。请联系该客户的客户经理或管理员。',
  no_picture: '该图片不存在或已被删除。请刷新页面。',
  wrong_kind: '不支持此文件类型。请选择以下类型之一：{{kinds}}。',
  content_differs: '文件内容与其类型不符。请重新保存后上传。',
  purpose_missing: '缺少文件用途。请发送以下之一：{{purposes}}。',
  no_right: '您的角色无权上传此类文件。请联系管理员。',
  link_used: '此下载链接已使用或已过期。请刷新页面后重新下载。',
};
