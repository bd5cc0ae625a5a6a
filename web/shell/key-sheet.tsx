import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ModalFrame } from '../ui/modal-frame.tsx';
import { goKeys } from './go-keys.ts';
import classes from './key-sheet.module.css';

const listKeys = ['search', 'down', 'up', 'tick', 'range', 'open', 'escape', 'export'] as const;
const signs: Record<(typeof listKeys)[number], string> = {
  search: '/',
  down: 'j',
  up: 'k',
  tick: 'x',
  range: 'Shift x',
  open: 'Enter',
  escape: 'Esc',
  export: 'e',
};
const commandKey = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

type KeySheetProps = { on: boolean; onChange: (on: boolean) => void; onClose: () => void };

/** All keys of the portal, and the switch for those of one letter. */
export function KeySheet({ on, onChange, onClose }: KeySheetProps) {
  const { t } = useTranslation('lists');
  const shell = useTranslation('shell').t;
  return (
    <ModalFrame opened onClose={onClose} title={t('keys.title')} width={560}>
      <div className={classes.sheet}>
        <Section
          title={t('keys.lists')}
          keys={listKeys.map((name) => ({ keys: signs[name], does: t(`keys.${name}`) }))}
        />
        <Section
          title={t('keys.pages')}
          keys={goKeys.map(({ key, title }) => ({ keys: `g ${key}`, does: shell(`menu.${title}`) }))}
        />
        <Section
          title={t('keys.everywhere')}
          keys={[
            { keys: `${commandKey} K`, does: t('keys.palette') },
            { keys: '?', does: t('keys.sheet') },
          ]}
        />
      </div>
      <Switch
        label={t('keys.on')}
        description={t('keys.onHelp')}
        checked={on}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </ModalFrame>
  );
}

function Section({ title, keys }: { title: string; keys: readonly { keys: string; does: string }[] }) {
  return (
    <section>
      <h3 className={classes.title}>{title}</h3>
      <dl className={classes.keys}>
        {keys.map((one) => (
          <div key={one.keys} className={classes.row}>
            <dt>
              {one.keys.split(' ').map((key) => (
                <kbd key={key} className={classes.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{one.does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
