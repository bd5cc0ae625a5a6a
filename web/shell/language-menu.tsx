import { ActionIcon, Menu } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { languageChoices } from '../i18n/index.ts';
import { changeLanguage } from './settings-sync.ts';

/** The languages of this site by their own names; the current one is disabled. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  const choices = languageChoices();
  const first = choices.find(({ tag }) => tag !== i18n.language); // a disabled item cannot take the focus
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('navbar.language')} title={t('navbar.language')}>
          <IconLanguage size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ tag, name }) => (
          <Menu.Item
            key={tag}
            lang={tag}
            disabled={i18n.language === tag}
            data-autofocus={tag === first?.tag || undefined}
            onClick={() => void changeLanguage(tag)}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
