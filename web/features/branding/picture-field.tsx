import { Button, FileButton, Input, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { brandingLimits } from '#contract/branding-rules.ts';
import classes from './branding.module.css';
import type { Draft } from './site-draft.ts';

const kinds = 'image/png,image/jpeg,image/webp,image/svg+xml,image/x-icon,image/vnd.microsoft.icon';

function asAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
    reader.readAsDataURL(file);
  });
}

/** A small picture: kept in the configuration itself when it comes from a file, else by its address. */
export function PictureField({ form, name }: { form: UseFormReturnType<Draft>; name: 'meta_icon' | 'sidebar_logo' }) {
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
        <FileButton accept={kinds} onChange={(file) => void handleFile(file)}>
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
