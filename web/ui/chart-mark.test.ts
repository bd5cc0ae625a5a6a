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
    const mark = chartMark('$12,345.00', drawn.slice(place, place + 1), { width: 230, drawn });
    expect(mark?.label).toMatchObject({ textAnchor, position: 'top', offset: 5 });
  });

  it('is above the dot of a single point', () => {
    const drawn = [{ x: 100, y: 40 }];
    expect(chartMark('$12,345.00', drawn, { width: 200, drawn })?.label).toMatchObject({
      textAnchor: 'middle',
      offset: 10,
    });
  });

  it('lies on no bar beside its own', () => {
    const drawn = bars([40, 40, 90, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40]);
    const at = (place: number) => chartMark('Before', [{ x: place * 10 + 5, y: 40 }], { width: 130, drawn });
    expect(at(8)).toMatchObject({ label: { offset: 5, textAnchor: 'middle' }, box: { bottom: 45 } });
    expect(at(4)).toMatchObject({ label: { offset: 5, textAnchor: 'start' } }); // centered it would reach the high one
    const high = bars([40, 90, 40, 40, 40, 90, 40]);
    expect(chartMark('Before', [{ x: 35, y: 40 }], { width: 70, drawn: high })).toMatchObject({
      label: { offset: 55 },
      box: { bottom: 95 },
    });
  });

  it('stands at the point of a line that it can be nearest to, the highest of equal ones', () => {
    const drawn = bars([40, 90, 90, 90, 90, 90, 20, 20, 20, 20, 20, 20, 20]);
    const line = drawn.map(({ x }, place) => ({ x, y: place === 2 ? 70 : place === 9 ? 30 : 25 }));
    const outline = drawn.map(({ x, y }, place) => ({ x, y: Math.max(y, line[place]?.y ?? 0) }));
    expect(chartMark('Before', line, { width: 130, drawn: outline })).toMatchObject({ place: 9, label: { offset: 5 } });
  });

  it('stands above another text', () => {
    const drawn = flat(20);
    const [, , point] = drawn;
    if (!point) throw new Error('no point');
    const first = chartMark('$40.00', [point], { width: 200, drawn });
    const second = chartMark('Previous period', [point], { width: 200, drawn, taken: first?.box });
    expect(second?.box.bottom).toBeGreaterThanOrEqual((first?.reach ?? 0) + 5);
  });

  it('is wider in Chinese', () => {
    const drawn = flat(20);
    const widthOf = (text: string) => {
      const box = chartMark(text, drawn.slice(10, 11), { width: 200, drawn })?.box;
      return box && box.right - box.left;
    };
    expect(widthOf('上一周期')).toBe(50);
    expect(widthOf('Before')).toBe(42);
  });
});
