import type { shipping as english } from '../en/shipping.ts';
import type { Translation } from '../translation.ts';

export const shipping: Translation<typeof english> = {
  formula: {
    label: '计费方式',
    kinds: { flat: '固定', first_step: '首重加续重', per_kg: '按公斤', table: '按重量段' },
    amount: '金额',
    firstG: '首重（克）',
    firstAmount: '首重费用',
    stepG: '续重（克）',
    stepAmount: '续重费用',
    handling: '处理费',
    kgAmount: '每公斤',
    bands: '重量段',
    bandsHelp: '每行一段：不超过的克数 = 金额，例如 500 = 4.20',
    overG: '超出后每（克）',
    overAmount: '费用',
  },
};
