/**
 * What people call a field, by its name on the wire: English where the name itself does not read well, and Chinese.
 * Fields that are not listed are named by their own words.
 */
const labels: Record<string, [en: string | null, zh: string]> = {
  account_id: ['Client', '客户'],
  account_ids: ['Clients', '客户'],
  account_name: [null, '账户名称'],
  address: [null, '地址'],
  address1: ['Address line 1', '地址第 1 行'],
  address2: ['Address line 2', '地址第 2 行'],
  amount: [null, '金额'],
  attributes: ['Options', '规格'],
  audience: [null, '发送对象'],
  body: ['The request body', '请求内容'],
  carrier: [null, '承运商'],
  catalog_product_id: ['Product', '商品'],
  catalog_sku_id: ['SKU', 'SKU'],
  channel_id: ['Shipping method', '物流渠道'],
  city: [null, '城市'],
  code: [null, '代码'],
  columns: [null, '列'],
  company: [null, '公司'],
  comparison_id: ['Comparison', '对比'],
  consumer_key: [null, 'Consumer key'],
  consumer_secret: [null, 'Consumer secret'],
  content: [null, '内容'],
  countries: ['Countries', '国家/地区'],
  country: [null, '国家/地区'],
  currency: [null, '货币'],
  declared_value: [null, '申报价值'],
  description: [null, '描述'],
  destination: [null, '目的地'],
  destinations: [null, '目的地'],
  domain: [null, '域名'],
  email: [null, '电子邮箱'],
  expected_total: ['Total', '总额'],
  external_ref: ['Payment reference', '付款编号'],
  file_id: ['File', '文件'],
  file_ids: ['Files', '文件'],
  format: [null, '格式'],
  from: ['Start date', '开始日期'],
  height_mm: ['Height (mm)', '高度（毫米）'],
  hs_code: ['HS code', '海关编码'],
  id: ['ID', 'ID'],
  ids: ['Selection', '所选内容'],
  invoice_id: ['Invoice', '账单'],
  ioss_number: ['IOSS number', 'IOSS 号'],
  items: [null, '商品'],
  kind: ['Type', '类型'],
  label: [null, '名称'],
  language: [null, '语言'],
  length_mm: ['Length (mm)', '长度（毫米）'],
  line_id: ['Order line', '订单行'],
  lines: [null, '明细'],
  locale: ['Language', '语言'],
  low_threshold: ['Low-stock threshold', '库存预警值'],
  mapping: [null, '列对应关系'],
  market_note: ['How we met', '认识渠道'],
  method: [null, '方式'],
  mode: [null, '模式'],
  moq: ['Minimum order quantity', '起订量'],
  name: [null, '名称'],
  name_en: ['English name', '英文名称'],
  name_zh: ['Chinese name', '中文名称'],
  new_password: [null, '新密码'],
  note: [null, '备注'],
  old_password: ['Current password', '当前密码'],
  order_id: ['Order', '订单'],
  order_ids: ['Orders', '订单'],
  orders: [null, '订单'],
  page: [null, '页码'],
  paid_on: ['Payment date', '付款日期'],
  parcel_id: ['Parcel', '包裹'],
  password: [null, '密码'],
  payer_name: ['Payer', '付款人'],
  per_page: ['Rows per page', '每页行数'],
  phone: [null, '电话'],
  phone_country: ['Country code of the phone', '电话区号'],
  phone_country_code: ['Country code of the phone', '电话区号'],
  picture_ids: ['Pictures', '图片'],
  pictures: [null, '图片'],
  platform: [null, '平台'],
  price: [null, '价格'],
  product_id: ['Product', '商品'],
  product_ids: ['Products', '商品'],
  province: ['State or province', '省/州'],
  purpose: [null, '用途'],
  q: ['Search', '搜索内容'],
  quantities: [null, '数量'],
  quantity: [null, '数量'],
  query: ['Filters', '筛选条件'],
  question: [null, '问题'],
  reason: [null, '原因'],
  received_amount: ['Amount received', '到账金额'],
  recipient: [null, '收件人'],
  remark: ['Note', '备注'],
  role: [null, '角色'],
  run: ['Previous run', '上一次运行'],
  scope: [null, '范围'],
  selection: [null, '所选内容'],
  settings: [null, '设置'],
  shop: ['Store address', '店铺地址'],
  signature: [null, '签名'],
  site_title: ['Site title', '网站标题'],
  sku: ['SKU', 'SKU'],
  sku_id: ['SKU', 'SKU'],
  skus: ['SKUs', 'SKU'],
  sort: ['Sort order', '排序'],
  state: ['Status', '状态'],
  status: [null, '状态'],
  store_id: ['Store', '店铺'],
  supplier_url: ['Supplier link', '供应商链接'],
  tab: [null, '标签页'],
  tags: [null, '标签'],
  target_price: [null, '目标价格'],
  tax_id: ['Tax ID', '税号'],
  text: ['Message', '内容'],
  theme: [null, '主题'],
  time_zone: [null, '时区'],
  title: [null, '标题'],
  to: ['End date', '结束日期'],
  to_warehouse_id: ['Destination warehouse', '目的仓库'],
  token: ['Link', '链接'],
  tracking: ['Tracking number', '运单号'],
  tracking_number: [null, '运单号'],
  typed: ['Confirmation', '确认内容'],
  unit_price: [null, '单价'],
  units: [null, '件数'],
  url: ['Link', '链接'],
  user_id: ['User', '用户'],
  username: [null, '用户名'],
  valid_from: ['Start of validity', '生效日期'],
  valid_to: ['End of validity', '失效日期'],
  valid_until: [null, '有效期至'],
  value: [null, '值'],
  variant_id: ['Variant', '变体'],
  variant_ids: ['Variants', '变体'],
  variants: [null, '变体'],
  verdict: ['Decision', '处理结果'],
  version: [null, '版本号'],
  wanted: ['Requested solution', '期望的处理方式'],
  warehouse_id: ['Warehouse', '仓库'],
  weight_g: ['Weight (g)', '重量（克）'],
  width_mm: ['Width (mm)', '宽度（毫米）'],
  word: ['Keyword', '关键词'],
  year: [null, '年份'],
  zip: ['Postal code', '邮政编码'],
};

/** Longest part of a path that is repeated to the caller, who chose it. */
const longest = 40;

/** The label of a field by its path on the wire, such as `lines.0.quantity`: "Quantity (lines, entry 1)". */
export function fieldLabel(language: 'en' | 'zh', path: string): string {
  const parts = path.split('.').filter((part) => part !== '' && part !== '_');
  const at = parts.findLastIndex((part) => !/^\d+$/.test(part));
  const name = nameOf(language, parts[at] ?? 'body');
  const index = parts.findLastIndex((part) => /^\d+$/.test(part));
  if (index < 0) return name;
  const entry = Number(parts[index]) + 1;
  const list = nameOf(language, parts[index - 1] ?? 'body');
  if (language === 'zh') return index > at ? `${name}第 ${entry} 项` : `${name}（${list}第 ${entry} 项）`;
  return index > at ? `${name}, entry ${entry},` : `${name} (${list.toLowerCase()}, entry ${entry})`;
}

function nameOf(language: 'en' | 'zh', part: string): string {
  const [en, zh] = (Object.hasOwn(labels, part) && labels[part]) || [null, null];
  if (language === 'zh' && zh) return zh;
  if (en) return en;
  const words = part
    .slice(0, longest)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/_ids?$/, '')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
