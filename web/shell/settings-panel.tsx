import { Button, ColorInput, SegmentedControl, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { colorSchemes, defaultSettings, type Settings, themePattern } from '#contract/settings-rules.ts';
import { useStore } from '../lib/store.ts';
import classes from './settings.module.css';
import { settings } from './settings-store.ts';
import { changeSettings } from './settings-sync.ts';

const accents = [
  ['#1890ff', 'settings.colors.blue'],
  ['#4f46e5', 'settings.colors.indigo'],
  ['#7c3aed', 'settings.colors.violet'],
  ['#db2777', 'settings.colors.pink'],
  ['#ea580c', 'settings.colors.orange'],
  ['#16a34a', 'settings.colors.green'],
  ['#0d9488', 'settings.colors.teal'],
  ['#475569', 'settings.colors.slate'],
] as const;

const switches = ['tagsView', 'fixedHeader', 'sidebarLogo', 'showSettings'] as const;

/** Theme colour, light or dark, what the shell shows; every change works at once (spec §2). */
export function SettingsPanel() {
  const { t } = useTranslation();
  const current = useStore(settings);
  return (
    <div className={classes.panel}>
      <h2 className={classes.title}>{t('settings.title')}</h2>
      <fieldset className={classes.group}>
        <legend>{t('settings.accent')}</legend>
        <Presets theme={current.theme} />
        <FreeColour key={current.theme} theme={current.theme} />
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{t('settings.scheme')}</legend>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t('settings.scheme')}
          value={current.colorScheme}
          onChange={(colorScheme) => changeSettings({ colorScheme })}
          data={colorSchemes.map((value) => ({ value, label: t(`settings.${value}`) }))}
        />
      </fieldset>
      <div className={classes.group}>
        {switches.map((name) => (
          <Switch
            key={name}
            labelPosition="left"
            classNames={{ body: classes.switch ?? '', labelWrapper: classes.switchLabel ?? '' }}
            label={t(`settings.${name}`)}
            description={name === 'showSettings' ? t('settings.showSettingsHint') : undefined}
            checked={current[name]}
            onChange={(event) => changeSettings({ [name]: event.currentTarget.checked } satisfies Partial<Settings>)}
          />
        ))}
      </div>
      <Button variant="default" onClick={() => changeSettings(defaultSettings)}>
        {t('settings.reset')}
      </Button>
    </div>
  );
}

function Presets({ theme }: { theme: string }) {
  const { t } = useTranslation();
  return (
    <div className={classes.presets}>
      {accents.map(([color, name]) => (
        <input
          key={color}
          type="radio"
          name="accent"
          className={classes.preset}
          style={{ backgroundColor: color }}
          aria-label={t(name)}
          title={t(name)}
          checked={theme === color}
          onChange={() => changeSettings({ theme: color })}
        />
      ))}
    </div>
  );
}

/** Any colour: typed, or picked; it counts when the hand rests, so that dragging stays smooth. */
function FreeColour({ theme }: { theme: string }) {
  const { t } = useTranslation();
  const [text, setText] = useState(theme);
  const take = (value: string) => {
    const color = value.toLowerCase();
    if (themePattern.test(color)) changeSettings({ theme: color });
  };
  return (
    <ColorInput
      label={t('settings.customColor')}
      size="xs"
      format="hex"
      withEyeDropper={false}
      fixOnBlur
      value={text}
      onChange={setText}
      onChangeEnd={take}
      popoverProps={{ position: 'bottom-end', transitionProps: { duration: 120 } }}
    />
  );
}
