import { Switch, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { DayField } from '#web/components/day-field.tsx';
import { Panel } from '#web/ui/page.tsx';
import classes from './branding.module.css';
import { PictureField } from './picture-field.tsx';
import { RowsField } from './rows-field.tsx';
import type { Draft } from './site-draft.ts';

type SectionProps = { form: UseFormReturnType<Draft> };

export function NamesSection({ form }: SectionProps) {
  const { t } = useTranslation('branding');
  return (
    <Panel title={t('sections.names')}>
      <div className={classes.fields}>
        <TextInput label={t('fields.domain')} description={t('help.domain')} {...form.getInputProps('domain')} />
        <TextInput
          label={t('fields.brand_name')}
          description={t('help.brand_name')}
          {...form.getInputProps('brand_name')}
        />
        <TextInput
          label={t('fields.site_title')}
          description={t('help.site_title')}
          {...form.getInputProps('config.site_title')}
        />
        <Textarea label={t('fields.site_desc')} autosize minRows={2} {...form.getInputProps('config.site_desc')} />
        <TextInput
          label={t('fields.meta_url')}
          description={t('help.meta_url')}
          placeholder="https://"
          {...form.getInputProps('config.meta_url')}
        />
      </div>
    </Panel>
  );
}

export function LookSection({ form }: SectionProps) {
  const { t } = useTranslation('branding');
  return (
    <Panel title={t('sections.look')}>
      <div className={classes.fields}>
        <PictureField form={form} name="meta_icon" />
        <PictureField form={form} name="sidebar_logo" />
        <RowsField
          form={form}
          name="custom_css_urls"
          label={t('fields.custom_css_urls')}
          parts={[{ label: t('rows.url'), placeholder: 'https://' }]}
          addLabel={t('rows.addUrl')}
        />
        <Textarea
          label={t('fields.custom_css_json')}
          description={t('help.custom_css_json')}
          classNames={{ input: classes.code }}
          spellCheck={false}
          autosize
          minRows={3}
          maxRows={18}
          {...form.getInputProps('config.custom_css_json')}
        />
      </div>
    </Panel>
  );
}

export function TextsSection({ form }: SectionProps) {
  const { t } = useTranslation('branding');
  return (
    <Panel title={t('sections.texts')}>
      <div className={classes.fields}>
        <Textarea
          label={t('fields.custom_lang_json')}
          description={t('help.custom_lang_json')}
          classNames={{ input: classes.code }}
          spellCheck={false}
          autosize
          minRows={3}
          maxRows={18}
          {...form.getInputProps('config.custom_lang_json')}
        />
        <RowsField
          form={form}
          name="custom_lang_urls"
          label={t('fields.custom_lang_urls')}
          help={t('help.custom_lang_urls')}
          parts={[
            { key: 'language', label: t('rows.language'), placeholder: 'de' },
            { key: 'name', label: t('rows.name'), placeholder: 'Deutsch' },
            { key: 'url', label: t('rows.url'), placeholder: 'https://' },
          ]}
          addLabel={t('rows.addLanguage')}
        />
      </div>
    </Panel>
  );
}

export function ScriptsSection({ form }: SectionProps) {
  const { t } = useTranslation('branding');
  return (
    <Panel title={t('sections.scripts')}>
      <div className={classes.fields}>
        <p className={classes.note}>{t('help.scripts')}</p>
        <RowsField
          form={form}
          name="custom_js_urls"
          label={t('fields.custom_js_urls')}
          parts={[{ label: t('rows.url'), placeholder: 'https://' }]}
          addLabel={t('rows.addUrl')}
        />
        <Textarea
          label={t('fields.custom_js_content')}
          description={t('help.custom_js_content')}
          classNames={{ input: classes.code }}
          spellCheck={false}
          autosize
          minRows={3}
          maxRows={18}
          {...form.getInputProps('config.custom_js_content')}
        />
        <Switch
          label={t('fields.staff_login')}
          description={t('help.staff_login')}
          {...form.getInputProps('staff_login', { type: 'checkbox' })}
        />
      </div>
    </Panel>
  );
}

export function ContactSection({ form }: SectionProps) {
  const { t } = useTranslation('branding');
  const deadline = form.getInputProps('config.reauthorize_deadline');
  return (
    <Panel title={t('sections.contact')}>
      <div className={classes.fields}>
        <RowsField
          form={form}
          name="contact"
          label={t('fields.contact')}
          parts={[
            { key: 'type_of', label: t('rows.kind'), placeholder: 'whatsapp' },
            { key: 'label', label: t('rows.label') },
            { key: 'url', label: t('rows.link'), placeholder: 'https://' },
          ]}
          addLabel={t('rows.addContact')}
        />
        <Switch
          label={t('fields.display_referral')}
          {...form.getInputProps('config.display_referral', { type: 'checkbox' })}
        />
        <Textarea
          label={t('fields.reauthorize_text')}
          description={t('help.reauthorize')}
          autosize
          minRows={2}
          {...form.getInputProps('config.reauthorize_text')}
        />
        <DayField
          label={t('fields.reauthorize_deadline')}
          {...deadline}
          value={form.values.config.reauthorize_deadline ?? ''}
        />
      </div>
    </Panel>
  );
}
