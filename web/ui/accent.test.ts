import { expect, it } from 'vitest';
import { accentBase, accentScale, accentStrong, accentTones, contrast } from './accent.ts';

const themeColor = '#1890ff'; // spec §9

it('keeps the chosen colour and gives text and buttons a shade that passes WCAG AA (P36)', () => {
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

it('finds tones for text, lines and icons that can be seen in both themes, for any colour', { tags: ['S9-07'] }, () => {
  for (const color of [themeColor, '#ffd400', '#000080', '#ffffff', '#000000', '#475569', '#db2777']) {
    const { light, dark, sidebar, on } = accentTones(color);
    for (const surface of ['#ffffff', '#f2f4f7'])
      expect(contrast(light.text, surface), color).toBeGreaterThanOrEqual(4.5);
    expect(contrast(light.line, '#ffffff'), color).toBeGreaterThanOrEqual(3);
    for (const surface of ['#12161d', '#1a1f28', '#212833', '#263140']) {
      expect(contrast(dark.text, surface), color).toBeGreaterThanOrEqual(4.5);
      expect(contrast(dark.line, surface), color).toBeGreaterThanOrEqual(3);
    }
    for (const surface of ['#172030', '#2a3850']) expect(contrast(sidebar, surface), color).toBeGreaterThanOrEqual(4.5);
    expect(contrast(on, color), color).toBeGreaterThanOrEqual(3);
  }
  expect(accentTones(themeColor).light.line).toBe(themeColor);
});
