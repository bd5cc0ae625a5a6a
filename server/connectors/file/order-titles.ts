import { plainTitle } from './order-columns.ts';
import type { OrderField } from './order-fields.ts';

/** Titles under which other systems export each field, in the languages of the portal's merchants. */
const synonyms: Record<OrderField, string> = {
  order_id: 'id|order id|orderid|order_id|订单id',
  order_name:
    'order|order name|order number|order no|order no.|order #|order ref|order reference|name|number|reference|po number|bestellnummer|numéro de commande|número de pedido|订单号|订单编号|订单',
  placed_at:
    'created at|date|order date|ordered at|placed at|purchase date|created|date created|paid at|bestelldatum|date de commande|fecha|下单时间|订单日期|日期|创建时间|sale date',
  financial_status: 'financial status|payment status|支付状态',
  currency: 'currency|currency code|währung|devise|moneda|币种|货币',
  line_title:
    'lineitem name|product|product name|product title|item|item name|item title|title|description|artikel|produit|producto|商品|商品名称|产品名称|品名',
  line_variant:
    'lineitem variant|variant|variant title|variation|option|options|规格|属性|variations|product variation|variante|ausführung',
  line_sku:
    'lineitem sku|sku|product sku|item sku|variant sku|item code|product code|article number|artikelnummer|商品编码|货号',
  line_quantity:
    'lineitem quantity|quantity|qty|qty.|units|pieces|pcs|amount ordered|menge|anzahl|quantité|cantidad|数量|件数|quantity purchased|stück|stückzahl',
  line_price:
    'lineitem price|price|unit price|item price|sale price|preis|prix|precio|单价|价格|item cost|einzelpreis|stückpreis',
  name: 'shipping name|recipient|recipient name|receiver|consignee|shipping full name|full name|customer|customer name|buyer name|ship to|ship to name|delivery name|empfänger|destinataire|destinatario|收件人|收货人|姓名|ship name|shipping first name|first name|vorname',
  last_name: 'shipping last name|last name|surname|family name|nachname|nom|apellido|姓',
  company: 'shipping company|company|company name|firma|société|empresa|公司',
  address1:
    'shipping address1|address|address 1|address1|address line 1|street|street address|shipping address|shipping street|ship to address 1|straße|adresse|dirección|地址|详细地址|街道|ship address1|ship address 1|shipping address 1|shipping address 1&2|anschrift',
  address2:
    'shipping address2|address 2|address2|address line 2|apartment|apt|suite|house number|ship to address 2|地址2|地址二|ship address2|ship address 2|shipping address 2|adresszusatz',
  city: 'shipping city|city|town|ship to city|ort|stadt|ville|ciudad|城市|ship city|wohnort',
  province:
    'shipping province|province|state|region|county|state/province|ship to state|bundesland|estado|provincia|省|州|省份|ship state|shipping state|shipping state code',
  zip: 'shipping zip|zip|zip code|zipcode|postcode|postal code|post code|ship to zip|plz|postleitzahl|code postal|código postal|邮编|邮政编码|ship zipcode|ship postal code|ship postcode|shipping postcode',
  country:
    'shipping country|country|country code|ship to country|land|pays|país|国家|ship country|shipping country code',
  phone:
    'shipping phone|phone|phone number|telephone|tel|mobile|telefon|téléphone|teléfono|电话|手机|联系电话|ship phone number|billing phone|buyer phone number|telefonnummer',
  email: 'email|e-mail|email address|customer email|buyer email|correo|邮箱|电子邮件|billing email',
};

const fields = Object.entries(synonyms) as [OrderField, string][]; // the record has exactly these keys

/** Which column of a table probably holds what, by its title; each column stands for one field at most. */
export function matchTitles(head: readonly string[]): Partial<Record<OrderField, string>> {
  const left = new Map(head.filter((title) => title.trim() !== '').map((title) => [plainTitle(title), title]));
  const found: Partial<Record<OrderField, string>> = {};
  // Better words stand first: the best match of any field is taken before the second best of another.
  const words = fields.map(([field, text]) => ({ field, words: text.split('|').map(plainTitle) }));
  const most = Math.max(...words.map((one) => one.words.length));
  for (let rank = 0; rank < most; rank += 1) {
    for (const { field, words: names } of words) {
      const name = names[rank];
      const title = name === undefined || found[field] !== undefined ? undefined : left.get(name);
      if (title === undefined || name === undefined) continue;
      found[field] = title;
      left.delete(name);
    }
  }
  // A last name stands beside a first name, never beside a full one.
  if (found.last_name && !/first name|vorname/.test(plainTitle(found.name ?? ''))) delete found.last_name;
  return found;
}
