import { expect, it } from 'vitest';
import { deviceOf } from './device.ts';

it('a body under 992 px is mobile, 992 is not', { tags: ['S2-56', 'S9-10'] }, () => {
  expect([991, 991.5, 992].map((body) => deviceOf({ body, window: body }))).toEqual(['mobile', 'mobile', 'desktop']);
  expect(deviceOf({ body: 985, window: 1000 })).toBe('mobile');
});

it('a scroll bar that goes and comes back does not switch the device, another width of the window does', () => {
  const before = { device: 'mobile', window: 1000 } as const;
  expect(deviceOf({ body: 1000, window: 1000 }, before)).toBe('mobile');
  expect(deviceOf({ body: 1001, window: 1016 }, before)).toBe('desktop');
  expect(deviceOf({ body: 985, window: 1000 }, { device: 'desktop', window: 1000 })).toBe('mobile');
});
