import type { Plant } from './plants-of-texts.ts';

/** Code beside its style sheet and buttons, for the rules about what readers see. */
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

  ...(
    [
      ['a condition', '<Button disabled={reason === ""}>Reject</Button>', 'disabled by reason === ""'],
      ['no condition', '<Button disabled>Reject</Button>', 'disabled by nothing'],
      ['more than no change', '<Button disabled={!dirty || !name}>Save</Button>', 'disabled by !dirty || !name'],
      ['no change yet', '<Button disabled={!form.isDirty()}>Save</Button>', undefined],
      ['what a second button wants', '<Button variant="default" disabled={!name}>Use</Button>', 'disabled by !name'],
      ['no change of a second button', '<Button variant="default" disabled={!dirty || busy}>Undo</Button>', undefined],
      ['a link', '<Button variant="subtle" disabled={first === last}>Back</Button>', undefined],
      [
        'a reason',
        '<ReadyButton missing={reason === "" ? t("reasonMissing") : undefined}>Reject</ReadyButton>',
        undefined,
      ],
    ] as const
  ).map(([title, button, says]) => ({
    rule: 'reasons-shown',
    title,
    files: { 'web/features/orders/a.tsx': `export const A = () => ${button};\n` },
    ...(says && { says }),
  })),
];
