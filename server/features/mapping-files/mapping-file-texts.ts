import type { mappingFileOutcomes } from '#contract/mapping-file-rules.ts';

export type Locale = 'en' | 'zh';
/** What can be wrong with a row, or worth knowing. */
export type NoteCode =
  | 'no_variant'
  | 'id_shortened'
  | 'unknown_variant'
  | 'two_variants'
  | 'variant_gone'
  | 'unknown_sku'
  | 'discontinued'
  | 'quantity'
  | 'country'
  | 'doubled'
  | 'not_ours_alone'
  | 'too_many'
  | 'too_many_rules'
  | 'overlap'
  | 'no_base'
  | 'beside'
  | 'review'
  | 'refused';
/** A remark with the text that it is about. */
export type Note = { code: NoteCode; about?: string };

type Texts = Record<NoteCode, (about: string) => string>;

const en: Texts = {
  no_variant: () => 'Enter the variant ID or the store SKU.',
  id_shortened: (id) =>
    `Your spreadsheet shortened the ID to “${id}”. Format the column as text and copy the ID again.`,
  unknown_variant: (id) => `None of your stores has the variant “${id}”. Copy the ID from the template.`,
  two_variants: (sku) => `Several variants have the SKU “${sku}”. Enter the store or use the variant ID.`,
  variant_gone: () => 'This variant was deleted in the store. Delete the row.',
  unknown_sku: (sku) => `The catalog has no SKU “${sku}”. Search the catalog for the right one.`,
  discontinued: (sku) =>
    `${sku} is discontinued. Choose another SKU, or allow it while stock lasts in the mapping editor.`,
  quantity: (text) => `“${text}” isn’t a quantity. Enter a whole number from 1 to 999.`,
  country: (text) => `“${text}” isn’t a country. Enter two-letter codes such as US, separated by commas.`,
  doubled: (sku) => `This variant has ${sku} twice. Combine them in one row with the total quantity.`,
  not_ours_alone: () => 'A self-fulfilled variant can’t have other rows. Delete one of them.',
  too_many: () => 'A variant can have up to 20 items. Delete some rows.',
  too_many_rules: () => 'A variant can have up to 50 country rules. Combine countries with the same items in one row.',
  overlap: () =>
    'Two rules of this variant name the same country. Change one of them, or change the rule with dates in the mapping editor.',
  no_base: () => 'Add a row without a country for all other destinations.',
  beside: () => 'Another row of this variant has an error, so none of its rows are imported.',
  review: () => 'This mapping is unchanged and needs review. Open it in the mapping editor to see what changed.',
  refused: (sentence) => sentence,
};

const zh: Texts = {
  no_variant: () => '请用规格 ID 或店铺 SKU 指明规格。',
  id_shortened: (id) => `表格软件把 ID 缩成了“${id}”。请把该列设为文本后重新复制。`,
  unknown_variant: (id) => `您的店铺中没有规格“${id}”。请从模板复制 ID。`,
  two_variants: (sku) => `不止一个规格使用“${sku}”。请填写店铺，或使用规格 ID。`,
  variant_gone: () => '店铺已删除该规格。请删除此行。',
  unknown_sku: (sku) => `目录中没有 SKU“${sku}”。请在目录中查找。`,
  discontinued: (sku) => `${sku} 已停产。请选择其他 SKU，或在配对编辑器中设为售完为止。`,
  quantity: (text) => `“${text}”不是数量。请填写 1 到 999 的整数。`,
  country: (text) => `“${text}”不是国家。请填写两位字母代码，如 US，多个用逗号分隔。`,
  doubled: (sku) => `该规格的 ${sku} 出现了两次。请合并为一行并填写总数量。`,
  not_ours_alone: () => '自行发货的规格不能有其他行。请删除其中一行。',
  too_many: () => '一个规格最多由 20 个商品组成。请删除多余的行。',
  too_many_rules: () => '一个规格最多有 50 条国家规则。请把商品相同的国家写在一行。',
  overlap: () => '该规格有两条规则包含同一国家。请修改其中一条，或在编辑器中修改带日期的规则。',
  no_base: () => '请再加一行不填国家，用于其他所有目的地。',
  beside: () => '该规格的另一行有误，因此它的所有行都不会导入。',
  review: () => '配对没有变化，但需要核对。请在配对编辑器中查看变更。',
  refused: (sentence) => sentence,
};

const texts = { en, zh };

/** The remark as a sentence. */
export const sentenceOf = ({ code, about = '' }: Note, locale: Locale): string => texts[locale][code](about);

type Outcome = (typeof mappingFileOutcomes)[number];

/** Words of the report. */
export const reportWords: Record<
  Locale,
  { head: readonly string[]; outcomes: Record<Outcome, string>; notOurs: string }
> = {
  en: {
    head: ['Result', 'Note', 'Before', 'After'],
    outcomes: { changed: 'Changed', unchanged: 'Unchanged', left_out: 'Skipped', bad: 'Error' },
    notOurs: 'self-fulfilled',
  },
  zh: {
    head: ['结果', '说明', '之前', '之后'],
    outcomes: { changed: '已更改', unchanged: '无变化', left_out: '跳过', bad: '错误' },
    notOurs: '自行发货',
  },
};
