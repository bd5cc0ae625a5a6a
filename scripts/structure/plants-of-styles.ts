import type { Plant } from './plants-of-texts.ts';

/** Code beside its style sheet, for the rules about classes. */
export const plantsOfStyles: readonly Plant[] = [
  {
    rule: 'classes-defined',
    title: 'a class that its style sheet lacks',
    files: {
      'web/ui/a.tsx':
        "import classes from './a.module.css';\nexport const A = () => <p className={classes.barActions} />;\n",
      'web/ui/a.module.css': '.barActs {\n  gap: 8px;\n}\n',
    },
    says: 'has no .barActions',
  },
  {
    rule: 'classes-defined',
    title: 'a class of its style sheet',
    files: {
      'web/ui/a.tsx': "import classes from './a.module.css';\nexport const A = () => <p className={classes.bar} />;\n",
      'web/ui/a.module.css': '.bar {\n  gap: 8px;\n}\n',
    },
  },
];
