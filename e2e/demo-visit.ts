import { afterAll, beforeAll } from 'vitest';
import { type DemoPerson, type DemoStage, openDemoStage } from '#testing/demo-stage.ts';
import { show } from './appearance.ts';
import { openBrowser, type Visitor } from './browser.ts';

const english = { scheme: 'light', language: 'en' } as const;

/** The demo workspace in one browser, in English and light, for the stories of the file that calls it; `opened` is told once, before them. */
export function visitDemo(opened: (demo: { stage: DemoStage; visitor: Visitor }) => void) {
  let demo: { stage: DemoStage; visitor: Visitor };
  beforeAll(async () => {
    const stage = await openDemoStage();
    demo = { stage, visitor: await openBrowser(stage.url) };
    opened(demo);
  });
  afterAll(async () => {
    await demo?.visitor.close();
    await demo?.stage.close();
  });
  /** Opens a page as one of the demo's people. */
  return (who: DemoPerson, path: string) =>
    show(demo.visitor, demo.stage.url, { path, token: demo.stage.tokens.get(who), appearance: english });
}
