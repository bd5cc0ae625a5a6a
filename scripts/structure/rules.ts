import type { Rule } from './rule.ts';
import { accountInCtx } from './rules/account-in-ctx.ts';
import { chineseSpaces } from './rules/chinese-spaces.ts';
import { citationsTrue } from './rules/citations-true.ts';
import { classesDefined } from './rules/classes-defined.ts';
import { contractListed } from './rules/contract-listed.ts';
import { cycles } from './rules/cycles.ts';
import { declaredPackages } from './rules/declared-packages.ts';
import { directions } from './rules/directions.ts';
import { docsTrue } from './rules/docs-true.ts';
import { endpointsMounted } from './rules/endpoints-mounted.ts';
import { endpointsTested } from './rules/endpoints-tested.ts';
import { featureShape } from './rules/feature-shape.ts';
import { features } from './rules/features.ts';
import { fileNames } from './rules/file-names.ts';
import { fileSizes } from './rules/file-sizes.ts';
import { forbiddenWords } from './rules/forbidden-words.ts';
import { codeStyle } from './rules/code-style.ts';
import { importsResolve } from './rules/imports-resolve.ts';
import { lockComplete } from './rules/lock-complete.ts';
import { migrationsNamed } from './rules/migrations-named.ts';
import { oneWord } from './rules/one-word.ts';
import { oneWriter } from './rules/one-writer.ts';
import { openInAddress } from './rules/open-in-address.ts';
import { reasonsShown } from './rules/reasons-shown.ts';
import { sentencesInTexts } from './rules/sentences-in-texts.ts';
import { settingsListed } from './rules/settings-listed.ts';
import { specCovered } from './rules/spec-covered.ts';
import { textsTyped } from './rules/texts-typed.ts';
import { webKit } from './rules/web-kit.ts';
import { webWithoutZod } from './rules/web-without-zod.ts';

/** Import directions and what else can be said about imports. */
export const importRules: readonly Rule[] = [
  directions,
  features,
  cycles,
  importsResolve,
  declaredPackages,
  webWithoutZod,
];

export const structureRules: readonly Rule[] = [
  featureShape,
  oneWord,
  citationsTrue,
  contractListed,
  endpointsMounted,
  endpointsTested,
  migrationsNamed,
  docsTrue,
  specCovered,
  textsTyped,
  sentencesInTexts,
  chineseSpaces,
  accountInCtx,
  oneWriter,
  settingsListed,
  lockComplete,
  forbiddenWords,
  codeStyle,
  openInAddress,
  reasonsShown,
  classesDefined,
  webKit,
  fileSizes,
  fileNames,
];

export const rules: readonly Rule[] = [...importRules, ...structureRules];
