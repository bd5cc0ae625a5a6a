import { afterAll, beforeAll, expect, it } from 'vitest';
import { sureConfidence } from '#contract/suggestion-rules.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { bySize } from '#testing/size.ts';
import { figuresOf, labelledOutcomes, type Outcome } from '#testing/suggestion-stage.ts';

let test: TestApp;
const outcomes: Outcome[] = [];
beforeAll(async () => {
  test = await startTestApp();
  for (let seed = 1; seed <= bySize(1, 10); seed += 1) outcomes.push(...(await labelledOutcomes(test, seed, 1000)));
});
afterAll(() => test.close());

it('is right in 99 of 100 where it is sure, and sure of more than half of what the catalogue has', {
  tags: ['D2-12'],
}, () => {
  const figures = figuresOf(outcomes, sureConfidence);
  const wrong = outcomes.filter(({ right, said }) => !right && (said?.confidence ?? 0) >= sureConfidence);
  expect(figures.variants).toBeGreaterThanOrEqual(1000);
  expect(figures.sure_right / figures.sure, JSON.stringify(wrong, null, 1)).toBeGreaterThanOrEqual(0.99);
  expect(figures.sure / figures.offered).toBeGreaterThan(0.5);
  expect(figures.shown_right / figures.offered).toBeGreaterThan(0.85);
});

it('says how likely it is: what is shown at a confidence is right about as often', () => {
  for (const [from, to] of [
    [0.5, 0.8],
    [0.8, 0.95],
    [0.95, 1.01],
  ] as const) {
    const band = outcomes.filter(({ said }) => said !== null && said.confidence >= from && said.confidence < to);
    const share = band.filter(({ right }) => right).length / band.length;
    expect(band.length).toBeGreaterThan(20);
    expect(share).toBeGreaterThan(from);
  }
});

it('never takes a bundle, another size or a colour that is not offered for sure', () => {
  const traps = ['pack', 'colour not offered', 'near colour', 'no option named'];
  const sure = outcomes.filter(
    ({ trap, right, said }) => traps.includes(trap) && !right && (said?.confidence ?? 0) >= sureConfidence,
  );
  expect(sure.length).toBeLessThanOrEqual(outcomes.length / 1000);
  const bundles = outcomes.filter(({ truth }) => (truth?.quantity ?? 1) > 1);
  expect(bundles.filter(({ right }) => right).length / bundles.length).toBeGreaterThan(0.5);
});
