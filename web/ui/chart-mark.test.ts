import { describe, expect, it } from 'vitest';
import { chartMark } from './chart-mark.ts';

/** Bars of these heights, 10 pixels apart. */
const bars = (heights: readonly number[]) => heights.map((y, place) => ({ x: place * 10 + 5, y }));
const flat = (count: number, y = 40) => bars(Array.from({ length: count }, () => y));

describe('the text above a point', () => {
  it.each([
    [0, 'start'],
    [12, 'middle'],
    [23, 'end'],
  ] as const)('%i of 24 is anchored at its %s, so that it stays whole', (place, textAnchor) => {
    const drawn = flat(24);
    const mark = chartMark('$12,345.00', drawn[place] ?? expect.unreachable(), { width: 230, drawn });
    expect(mark.label).toMatchObject({ textAnchor, position: 'top', offset: 5 });
  });

  it('is above the dot of a single point', () => {
    const point = { x: 100, y: 40 };
    expect(chartMark('$12,345.00', point, { width: 200, drawn: [point] }).label).toMatchObject({
      textAnchor: 'middle',
      offset: 10,
    });
  });

  it('lies on no bar beside its own', () => {
    const drawn = bars([40, 40, 90, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40]);
    const at = (place: number) => chartMark('Before', { x: place * 10 + 5, y: 40 }, { width: 130, drawn });
    expect(at(8)).toMatchObject({ label: { offset: 5, textAnchor: 'middle' }, box: { bottom: 45 } });
    expect(at(4)).toMatchObject({ label: { offset: 5, textAnchor: 'start' } }); // centered it would reach the high one
    const high = bars([40, 90, 40, 40, 40, 90, 40]);
    expect(chartMark('Before', { x: 35, y: 40 }, { width: 70, drawn: high })).toMatchObject({
      label: { offset: 55 },
      box: { bottom: 95 },
    });
  });

  it('is wider in Chinese', () => {
    const drawn = flat(20);
    const widthOf = (text: string) => {
      const box = chartMark(text, drawn[10] ?? expect.unreachable(), { width: 200, drawn }).box;
      return box.right - box.left;
    };
    expect(widthOf('上一周期')).toBe(50);
    expect(widthOf('Before')).toBe(42);
  });
});
