import {
  Alert,
  Badge,
  Checkbox,
  MultiSelect,
  SegmentedControl,
  Select,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '#contract/endpoint.ts';
import { severities, type Severity } from '#contract/notification-events.ts';
import { api, type Contract } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { formatTime } from '#web/lib/format.ts';
import { MomentField } from '#web/components/moment-field.tsx';
import { Unsaved } from '#web/components/unsaved.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { type Language, languageOf, languages } from '#web/i18n/index.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useDomainForBrand } from '#web/components/brand-domain.ts';
import { SafeHtml } from '#web/ui/safe-html.tsx';
import classes from './notice-form.module.css';

const clientSearchMs = 300;
const previewMs = 400;

const noticeKinds = ['popup', 'inbox'] as const;
const audiences = ['everyone', 'accounts', 'domain'] as const;

/** A notice while it is written; times as the fields have them, in local time. */
type Draft = {
  kind: (typeof noticeKinds)[number];
  severity: Severity;
  language: Language;
  title: string;
  tags: string[];
  content: string;
  /** Whether it is written in the other language as well. */
  bilingual: boolean;
  otherTitle: string;
  otherContent: string;
  to: (typeof audiences)[number];
  accounts: string[];
  domain: string;
  starts: string;
  ends: string;
};

const emptyDraft: Draft = {
  kind: 'popup',
  severity: 'info',
  language: 'en',
  title: '',
  tags: [],
  content: '',
  bilingual: false,
  otherTitle: '',
  otherContent: '',
  to: 'everyone',
  accounts: [],
  domain: '',
  starts: '',
  ends: '',
};

/** Writes a notice, beside what merchants will see of it. */
export function NoticeForm({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation('notifications');
  const form = useForm<Draft>({ initialValues: { ...emptyDraft, language: languageOf(i18n.language) } });
  const compose = useApiMutation(api.notifications.compose, {
    form,
    andToast: true,
    fields: {
      starts_at: 'starts',
      ended_at: 'ends',
      'translation.title': 'otherTitle',
      'translation.content': 'otherContent',
    },
    onSuccess: ({ title: written, state, starts_at }) =>
      toast.success(
        state === 'scheduled'
          ? t('staff.scheduled', { title: written, time: formatTime(starts_at) })
          : t('staff.written', { title: written }),
      ),
  });
  const { kind } = form.values;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('staff.write')}
      submitLabel={t(form.values.starts === '' ? 'staff.send.now' : 'staff.send.later')}
      onSubmit={() => compose.run({ body: toNotice(form.values) })}
      dirty={form.isDirty()}
      width={960}
    >
      <Unsaved when={form.isDirty()} />
      <div className={classes.columns}>
        <div className={classes.fields}>
          <Select
            label={t('staff.language')}
            description={t('staff.languageHelp')}
            data={languageNames}
            allowDeselect={false}
            {...form.getInputProps('language')}
          />
          <TextInput label={t('staff.titleField')} maxLength={120} data-autofocus {...form.getInputProps('title')} />
          <Textarea
            label={t('staff.content')}
            description={t('staff.contentHelp')}
            autosize
            minRows={6}
            maxRows={14}
            {...form.getInputProps('content')}
          />
          <NoticeTranslation form={form} />
          <TagsInput
            label={t('staff.tags')}
            description={t('staff.tagsHelp')}
            maxTags={5}
            {...form.getInputProps('tags')}
          />
          <Select
            label={t('staff.kind')}
            description={t(`staff.kindHelp.${kind}`)}
            data={noticeKinds.map((value) => ({ value, label: t(`staff.kinds.${value}`) }))}
            allowDeselect={false}
            {...form.getInputProps('kind')}
          />
          <Select
            label={t('staff.severity')}
            data={severities.map((value) => ({ value, label: t(`severities.${value}`) }))}
            allowDeselect={false}
            {...form.getInputProps('severity')}
          />
          <NoticeAudience form={form} />
          <MomentField
            label={t('staff.starts')}
            description={t('staff.startsHelp')}
            {...form.getInputProps('starts')}
          />
          <MomentField label={t('staff.ends')} description={t('staff.endsHelp')} {...form.getInputProps('ends')} />
        </div>
        <NoticePreviews draft={form.values} />
      </div>
    </FormDialog>
  );
}

const languageNames = Object.entries(languages).map(([value, label]) => ({ value, label }));
const otherOf = (language: Language): Language => (language === 'en' ? 'zh' : 'en');

/** The same text in the other language, for whoever reads that; others read the one that is there. */
function NoticeTranslation({ form }: { form: UseFormReturnType<Draft> }) {
  const { t } = useTranslation('notifications');
  const { language, bilingual } = form.values;
  const name = languages[otherOf(language)];
  return (
    <>
      <Checkbox
        label={t('staff.translate', { language: name })}
        {...form.getInputProps('bilingual', { type: 'checkbox' })}
      />
      {bilingual && (
        <>
          <TextInput
            label={t('staff.titleIn', { language: name })}
            maxLength={120}
            lang={otherOf(language)}
            {...form.getInputProps('otherTitle')}
          />
          <Textarea
            label={t('staff.contentIn', { language: name })}
            lang={otherOf(language)}
            autosize
            minRows={6}
            maxRows={14}
            {...form.getInputProps('otherContent')}
          />
        </>
      )}
    </>
  );
}

/** The preview of one language at a time. */
function NoticePreviews({ draft }: { draft: Draft }) {
  const { t } = useTranslation('notifications');
  const { language, bilingual, title, content, otherTitle, otherContent, tags } = draft;
  const [other, setOther] = useState(false);
  const shown = bilingual && other ? otherOf(language) : language;
  const text = shown === language ? { title, content } : { title: otherTitle, content: otherContent };
  return (
    <div className={classes.preview}>
      {bilingual && (
        <SegmentedControl
          aria-label={t('staff.previewIn')}
          size="xs"
          mb={8}
          data={[language, otherOf(language)].map((value) => ({ value, label: languages[value] }))}
          value={shown}
          onChange={(value) => setOther(value !== language)}
        />
      )}
      <NoticePreview key={shown} {...text} tags={tags} />
    </div>
  );
}

type Option = { value: string; label: string };

/** Who a notice is for: everybody, some clients, or the visitors of a domain. */
function NoticeAudience({ form }: { form: UseFormReturnType<Draft> }) {
  const { t } = useTranslation('notifications');
  const { to } = form.values;
  return (
    <>
      <Select
        label={t('staff.audience')}
        data={audiences.map((value) => ({ value, label: t(`staff.audiences.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('to')}
      />
      {to === 'accounts' && <Clients form={form} />}
      {to === 'domain' && (
        <TextInput
          label={t('staff.domain')}
          description={t('staff.domainHelp')}
          {...form.getInputProps('domain')}
          error={form.errors['audience.domain']}
        />
      )}
    </>
  );
}

function Clients({ form }: { form: UseFormReturnType<Draft> }) {
  const { t } = useTranslation('notifications');
  const [search, setSearch] = useState('');
  const [q] = useDebouncedValue(search, clientSearchMs);
  const found = (
    useApiQuery(api.clients.options, { query: { q, per_page: 20 } }, { keepPrevious: true, enabled: true }).data ?? []
  ).map(({ id, label }): Option => ({ value: id, label }));
  const [chosen, setChosen] = useState<Option[]>([]);
  const known = [...chosen, ...found.filter(({ value }) => !chosen.some((option) => option.value === value))];
  const handleChange = (ids: string[]) => {
    setChosen(known.filter(({ value }) => ids.includes(value)));
    form.setFieldValue('accounts', ids);
  };
  return (
    <MultiSelect
      label={t('staff.clients')}
      description={t('staff.clientsHelp')}
      data={known}
      value={form.values.accounts}
      onChange={handleChange}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      error={form.errors['audience.account_ids'] ?? form.errors.audience}
    />
  );
}

/** The notice as merchants will see it: cleaned by the server, with the domain in the brand's place. */
function NoticePreview({ title, tags, content }: { title: string; tags: readonly string[]; content: string }) {
  const { t } = useTranslation('notifications');
  const [typed] = useDebouncedValue(content, previewMs);
  const { data } = useApiQuery(
    api.notifications.preview,
    { body: { content: typed } },
    { enabled: typed.trim() !== '', keepPrevious: true, gcTime: 0 },
  );
  const named = useDomainForBrand();
  const shown = typed.trim() === '' ? undefined : data;
  return (
    <section aria-label={t('staff.preview')}>
      <p className={classes.label}>{t('staff.preview')}</p>
      {shown?.changed === true && (
        <Alert color="yellow" role="status" p={10} mb={10}>
          {t('staff.changed')}
        </Alert>
      )}
      <div className={classes.notice}>
        <p className={classes.title}>{named(title) || t('staff.titleField')}</p>
        {tags.length > 0 && (
          <ul className={classes.tags}>
            {tags.map((tag) => (
              <li key={tag}>
                <Badge variant="default" tt="none" fw={500}>
                  {tag}
                </Badge>
              </li>
            ))}
          </ul>
        )}
        {shown === undefined ? (
          <p className={classes.none}>{t('staff.previewEmpty')}</p>
        ) : (
          <SafeHtml html={shown.content} replace={named} />
        )}
      </div>
    </section>
  );
}

type Body = InputOf<Contract['notifications']['compose']>['body'];

const instant = (local: string) => (local === '' ? null : new Date(local).toISOString());

function audienceOf({ to, accounts, domain }: Draft): Body['audience'] {
  if (to === 'accounts') return { to, account_ids: accounts };
  return to === 'domain' ? { to, domain } : { to };
}

/** The draft as the server takes it. */
function toNotice(draft: Draft): Body {
  const { kind, severity, language, title, tags, content, starts, ends } = draft;
  const translation = draft.bilingual ? { title: draft.otherTitle, content: draft.otherContent } : null;
  const times = { starts_at: instant(starts), ended_at: instant(ends) };
  return { kind, severity, language, title, tags, content, translation, audience: audienceOf(draft), ...times };
}
