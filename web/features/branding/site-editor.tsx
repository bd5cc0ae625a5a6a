import { Anchor, Button, Group } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '#web/api/api-error.ts';
import { showFailure } from '#web/api/call.ts';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { Unsaved } from '#web/components/unsaved.tsx';
import { useCareful } from '#web/ui/careful.ts';
import { Page } from '#web/ui/page.tsx';
import { type Site, useFreshBranding } from './branding.api.ts';
import classes from './branding.module.css';
import { configOf, type Draft, draftOf, jsonProblems } from './site-draft.ts';
import { SiteHistory } from './site-history.tsx';
import { SitePreview } from './site-preview.tsx';
import { ContactSection, LookSection, NamesSection, ScriptsSection, TextsSection } from './site-sections.tsx';

/** The form of a site: typed as a draft, judged here and again by the server, saved as a whole with its version. */
function useSiteForm(site: Site) {
  const { t } = useTranslation('branding');
  const fresh = useFreshBranding();
  const [busy, setBusy] = useState(false);
  const form = useForm<Draft>({
    initialValues: draftOf(site),
    validate: (draft) => jsonProblems(draft, t('json')),
  });
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || form.validate().hasErrors) return;
    setBusy(true);
    try {
      const { domain, brand_name, staff_login } = form.values;
      const body = { version: site.version, domain, brand_name, staff_login, config: configOf(form.values) };
      const saved = await api.branding.update({ params: { id: site.id }, body });
      const draft = draftOf(saved);
      form.setInitialValues(draft);
      form.setValues(draft);
      toast.success(t('saved'));
      await fresh();
    } catch (error) {
      form.setErrors(fieldErrors(error));
      showFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return { form, busy, save };
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
        <form className={classes.sections} onSubmit={(event) => void save(event)} noValidate>
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
              {t('reset')}
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
