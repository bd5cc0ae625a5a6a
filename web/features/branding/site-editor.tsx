import { Anchor, Button, Group } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ParseKeys } from 'i18next';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { joinWords } from '#web/lib/format.ts';
import { api, type Contract } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { Unsaved } from '#web/components/unsaved.tsx';
import { useCareful } from '#web/ui/careful.ts';
import { Page, Panel } from '#web/ui/page.tsx';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { TimeCell } from '#web/components/time-cell.tsx';
import classes from './branding.module.css';
import { configOf, type Draft, draftOf, jsonProblems } from './site-draft.ts';
import { SitePreview } from './site-preview.tsx';
import { ContactSection, LookSection, NamesSection, ScriptsSection, TextsSection } from './site-sections.tsx';

type Site = AnswerOf<Contract['branding']['get']>;

/** The form of a site: typed as a draft, judged here and again by the server, saved as a whole with its version. */
function useSiteForm(site: Site) {
  const { t } = useTranslation('branding');
  const form = useForm<Draft>({
    initialValues: draftOf(site),
    validate: (draft) => jsonProblems(draft, t('json'), ({ code, params }) => t(`problems.${code}`, params)),
  });
  const update = useApiMutation(api.branding.update, {
    form,
    andToast: true,
    onSuccess: (saved) => {
      const draft = draftOf(saved);
      form.setInitialValues(draft);
      form.setValues(draft);
      toast.success(t('saved'));
    },
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (update.busy || form.validate().hasErrors) return;
    const { domain, brand_name, staff_login } = form.values;
    const body = { version: site.version, domain, brand_name, staff_login, config: configOf(form.values) };
    void update.run({ params: { id: site.id }, body });
  };
  return { form, busy: update.busy, save };
}

/** One domain: its fields in sections, a live preview beside them, its history below. */
export function SiteEditor({ site, onBack }: { site: Site; onBack: () => void }) {
  const { t } = useTranslation('branding');
  const { form, busy, save } = useSiteForm(site);
  const dirty = form.isDirty();
  const leave = useCareful(dirty, onBack);
  return (
    <Page
      title={site.domain}
      state={
        <Anchor href={`${window.location.protocol}//${site.domain}`} target="_blank" rel="noopener noreferrer">
          {t('open')}
        </Anchor>
      }
      actions={
        <Button variant="default" onClick={leave}>
          {t('back')}
        </Button>
      }
    >
      <Unsaved when={dirty} />
      <div className={classes.editor}>
        <form className={classes.sections} onSubmit={save} noValidate>
          <NamesSection form={form} />
          <LookSection form={form} />
          <TextsSection form={form} />
          <ScriptsSection form={form} />
          <ContactSection form={form} />
          <Group gap={8} className={classes.bar}>
            <Button type="submit" loading={busy} disabled={!dirty}>
              {t('save')}
            </Button>
            <Button variant="default" disabled={!dirty || busy} onClick={form.reset}>
              {t('discard')}
            </Button>
          </Group>
        </form>
        <div className={classes.beside}>
          <SitePreview draft={form.values} />
          <SiteHistory id={site.id} />
        </div>
      </div>
    </Page>
  );
}

type SiteChange = AnswerOf<Contract['branding']['changes']>[number];

/** Who changed which fields, newest first (P35). */
function SiteHistory({ id }: { id: string }) {
  const { t, i18n } = useTranslation('branding');
  const changes = useApiQuery(api.branding.changes, { params: { id } });
  const first = changes.data?.at(-1)?.id;
  const words = ({ id: change, fields }: SiteChange) => {
    if (change === first) return t('history.created');
    if (fields.length === 0) return t('history.none');
    const names = fields.map((field) => t(`fields.${field}` as ParseKeys<'branding'>)); // names of the schema's fields
    return joinWords(names, i18n.language);
  };
  return (
    <Panel title={t('sections.history')}>
      <ul className={classes.history}>
        {changes.data?.map((change) => (
          <li key={change.id}>
            <span>{words(change)}</span>
            <span className={classes.muted}>
              {change.by ?? t('history.system')} · <TimeCell time={change.at} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
