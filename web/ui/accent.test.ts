import { expect, it } from 'vitest';
import { accentBase, accentScale, accentStrong, contrast } from './accent.ts';

const themeColor = '#1890ff'; // spec §9

it('keeps the chosen colour and gives text and buttons a shade that passes WCAG AA (decision 36)', () => {
  for (const color of [themeColor, '#ffd400', '#00c853', '#e91e63', '#f5f5f5', '#101010']) {
    const scale = accentScale(color);
    expect(scale).toHaveLength(10);
    expect(scale[accentBase]).toBe(color);
    for (const shade of scale.slice(accentStrong)) expect(contrast(shade, '#ffffff')).toBeGreaterThanOrEqual(4.5);
  }
});

it('measures contrast as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 1);
  expect(contrast('#1890ff', '#ffffff')).toBeCloseTo(3.24, 1);
});
