import { ActionIcon, Button, FileButton, Input, Switch, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { brandingLimits } from '#contract/branding-rules.ts';
import { DayField } from '#web/components/day-field.tsx';
import { Panel } from '#web/ui/page.tsx';
import classes from './branding.module.css';
import type { Draft } from './site-draft.ts';

type SectionProps = { form: UseFormReturnType<Draft> };

const pictureKinds = 'image/png,image/jpeg,image/webp,image/svg+xml,image/x-icon,image/vnd.microsoft.icon';

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
        {(['terms_url', 'privacy_url'] as const).map((name) => (
          <TextInput
            key={name}
            label={t(`fields.${name}`)}
            description={t(`help.${name}`)}
            placeholder="https://"
            {...form.getInputProps(`config.${name}`)}
          />
        ))}
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

function asAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
    reader.readAsDataURL(file);
  });
}

/** A small picture: kept in the configuration itself when it comes from a file, else by its address. */
function PictureField({ form, name }: { form: UseFormReturnType<Draft>; name: 'meta_icon' | 'sidebar_logo' }) {
  const { t } = useTranslation('branding');
  const path = `config.${name}`;
  const value = form.values.config[name];
  const handleFile = async (file: File | null) => {
    if (file === null) return;
    const address = await asAddress(file).catch(() => '');
    if (address === '' || address.length > brandingLimits.picture) form.setFieldError(path, t('picture.tooLarge'));
    else form.setFieldValue(path, address);
  };
  return (
    <Input.Wrapper
      label={t(`fields.${name}`)}
      description={t('help.picture')}
      error={form.errors[path]}
      labelElement="div"
    >
      <div className={classes.picture}>
        {value !== '' && <img src={value} alt="" className={classes.thumb} />}
        {value.startsWith('data:') ? (
          <span className={classes.fromFile}>{t('picture.fromFile')}</span>
        ) : (
          <TextInput
            className={classes.grow}
            aria-label={t(`fields.${name}`)}
            placeholder="https://"
            {...form.getInputProps(path)}
            error={form.errors[path] !== undefined}
          />
        )}
        <FileButton accept={pictureKinds} onChange={(file) => void handleFile(file)}>
          {(props) => (
            <Button variant="default" {...props}>
              {t('picture.choose')}
            </Button>
          )}
        </FileButton>
        {value !== '' && (
          <Button variant="default" onClick={() => form.setFieldValue(path, '')}>
            {t('picture.remove')}
          </Button>
        )}
      </div>
    </Input.Wrapper>
  );
}

type ListName = 'custom_css_urls' | 'custom_js_urls' | 'custom_lang_urls' | 'contact';

type RowsFieldProps = {
  form: UseFormReturnType<Draft>;
  name: ListName;
  label: string;
  help?: string;
  /** Parts of a row, first the narrow ones; one without a key is the row itself. */
  parts: readonly { key?: string; label: string; placeholder?: string }[];
  addLabel: string;
};

/** A short list of rows typed manually: addresses, languages, contacts. */
function RowsField({ form, name, label, help, parts, addLabel }: RowsFieldProps) {
  const { t } = useTranslation('branding');
  const path = `config.${name}`;
  const rows: readonly unknown[] = form.values.config[name];
  const empty =
    parts[0]?.key === undefined ? '' : Object.fromEntries(parts.map((part): [string, string] => [part.key ?? '', '']));
  return (
    <Input.Wrapper label={label} description={help} error={form.errors[path]} labelElement="div">
      <div className={classes.rows} role="group" aria-label={label}>
        {rows.map((_, index) => (
          // a row has no other identity than its place
          <div key={index} className={classes.row} data-parts={parts.length}>
            {parts.map((part) => (
              <TextInput
                key={part.label}
                aria-label={`${part.label} ${index + 1}`}
                placeholder={part.placeholder ?? part.label}
                {...form.getInputProps([path, index, part.key].filter((word) => word !== undefined).join('.'))}
              />
            ))}
            <ActionIcon
              aria-label={t('rows.remove', { n: index + 1 })}
              onClick={() => form.removeListItem(path, index)}
            >
              <IconTrash size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          </div>
        ))}
        <Button
          variant="default"
          leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
          onClick={() => form.insertListItem(path, empty)}
        >
          {addLabel}
        </Button>
      </div>
    </Input.Wrapper>
  );
}
