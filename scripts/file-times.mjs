import { writeFileSync } from 'node:fs';

/**
 * A reporter for vitest that writes the seconds of each test file, hooks and loading included.
 * @returns {import('vitest/node').Reporter}
 */
export function fileTimes(/** @type {string} */ path) {
  /** @type {import('./steps.mjs').FileTime[]} */
  const files = [];
  return {
    onTestModuleEnd(module) {
      const { collectDuration, setupDuration, duration } = module.diagnostic();
      files.push({ file: module.relativeModuleId, seconds: (collectDuration + setupDuration + duration) / 1000 });
    },
    onTestRunEnd: () => writeFileSync(path, JSON.stringify(files)),
  };
}
