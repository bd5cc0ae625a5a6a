import { Button, Divider, Group, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { bindSnoozeHours } from '#contract/constants.ts';
import { contactTypes, findBindProblem, type ContactType } from '#contract/contact-rules.ts';
import { fieldErrors } from '#web/api/api-error.ts';
import { PhoneCountrySelect } from '#web/components/phone-country-select.tsx';
import { keepBindSnooze } from '#web/lib/bind-snooze.ts';
import { specText } from '#web/lib/spec-text.ts';
import { ModalFrame } from '#web/ui/modal-frame.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import classes from './profile.module.css';

/** What is typed into the bind dialog. */
type BindForm = {
  type_of: ContactType | null;
  alias: string;
  url: string;
  phone_country: string;
  phone_country_code: string;
  market_note: string;
};

type BindDialogProps = {
  onBound: () => void;
  onClose: () => void;
  /** Absent for who may not add stores. */
  onAddStore: (() => void) | undefined;
};

const empty: BindForm = {
  type_of: null,
  alias: '',
  url: '',
  phone_country: '',
  phone_country_code: '',
  market_note: '',
};

/** The form with its rules (spec §5). What was typed stays until the server has taken it. */
function useBindForm(onBound: () => void) {
  const form = useForm<BindForm>({ initialValues: empty });
  const showErrors = (errors: Record<string, string>) => {
    form.setErrors(errors);
    const [first] = Object.keys(errors);
    if (first !== undefined) form.getInputNode(first)?.focus();
  };
  const bind = useApiMutation(api.profile.bind, {
    onSuccess: () => {
      keepBindSnooze(new Date(Date.now() + bindSnoozeHours * 3_600_000));
      onBound();
    },
    onRefusal: (error) => {
      showErrors(fieldErrors(error));
      return false;
    },
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (bind.busy) return;
    const problem = findBindProblem({ ...form.values, type_of: form.values.type_of ?? undefined });
    if (problem) showErrors({ [problem.field]: specText(problem.text) });
    else void bind.run({ body: bodyOf(form.values) });
  };
  return { form, busy: bind.busy, handleSubmit };
}

/** The form as the server takes it: an address only where one was typed. */
function bodyOf({ market_note, ...form }: BindForm) {
  const whatsapp = form.type_of === 'whatsapp';
  const link = {
    type_of: form.type_of ?? '',
    alias: form.type_of === 'other' ? form.alias : '',
    url: form.url,
    phone_country: whatsapp ? form.phone_country : '',
    phone_country_code: whatsapp ? form.phone_country_code : '',
  };
  return { from_popup: true as const, market_note, ...(form.url.trim() !== '' && { quick_links: link }) };
}

/** Asks how the merchant can be reached (spec §2, dialog 3). */
export function BindDialog({ onBound, onClose, onAddStore }: BindDialogProps) {
  const { t } = useTranslation('profile');
  const { form, busy, handleSubmit } = useBindForm(onBound);
  const { type_of } = form.values;
  const chooseType = (value: string | null) => {
    const chosen = contactTypes.find((type) => type === value) ?? null;
    form.setFieldValue('type_of', chosen);
    if (chosen === 'other') form.setFieldValue('alias', ''); // spec §5
  };
  return (
    <ModalFrame opened onClose={onClose} title={t('bind.title')} staysOnOutsideClick>
      <form className={classes.form} onSubmit={handleSubmit} noValidate>
        <p className={classes.text}>{t('bind.text')}</p>
        <Select
          label={t('bind.platform')}
          placeholder={t('bind.choosePlatform')}
          data={contactTypes.map((type) => ({ value: type, label: t(`bind.type.${type}`) }))}
          clearable
          data-autofocus
          {...form.getInputProps('type_of')}
          onChange={chooseType}
        />
        {type_of === 'other' && <TextInput label={t('bind.alias')} {...form.getInputProps('alias')} />}
        {type_of === 'whatsapp' && (
          <PhoneCountrySelect
            {...form.getInputProps('phone_country_code')}
            label={t('bind.country')}
            placeholder={t('bind.chooseCountry')}
            value={form.values.phone_country || null}
            onChange={(chosen) => {
              form.setFieldValue('phone_country', chosen?.country_code ?? '');
              form.setFieldValue('phone_country_code', chosen?.phone_code ?? '');
            }}
          />
        )}
        <TextInput
          label={t(type_of === 'whatsapp' ? 'bind.number' : 'bind.contact')}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('url')}
        />
        <Divider label={t('bind.or')} />
        <TextInput label={t('bind.note')} description={t('bind.noteHelp')} {...form.getInputProps('market_note')} />
        <Group gap={8} mt={4}>
          <Button type="submit" loading={busy}>
            {t('bind.submit')}
          </Button>
          {onAddStore !== undefined && (
            <Button variant="default" onClick={onAddStore} disabled={busy}>
              {t('bind.addStore')}
            </Button>
          )}
        </Group>
      </form>
    </ModalFrame>
  );
}
