import { Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { severities } from '#contract/notification-events.ts';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { formatTime } from '#web/lib/format.ts';
import { Unsaved } from '#web/components/unsaved.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { NoticeAudience } from './notice-audience.tsx';
import { type Draft, emptyDraft, noticeKinds, toNotice } from './notice-draft.ts';
import classes from './notice-form.module.css';
import { NoticePreview } from './notice-preview.tsx';

/** Writes a notice, beside what merchants will see of it. */
export function NoticeForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('notifications');
  const form = useForm<Draft>({ initialValues: emptyDraft });
  const compose = useApiMutation(api.notifications.compose, {
    form,
    andToast: true,
    fields: { starts_at: 'starts', ended_at: 'ends' },
    onSuccess: ({ title: written, state, starts_at }) =>
      toast.success(
        state === 'scheduled'
          ? t('staff.scheduled', { title: written, time: formatTime(starts_at) })
          : t('staff.written', { title: written }),
      ),
  });
  const { kind, title, tags, content } = form.values;
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
          <TextInput label={t('staff.titleField')} maxLength={120} data-autofocus {...form.getInputProps('title')} />
          <Textarea
            label={t('staff.content')}
            description={t('staff.contentHelp')}
            autosize
            minRows={6}
            maxRows={14}
            {...form.getInputProps('content')}
          />
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
          <TextInput
            type="datetime-local"
            label={t('staff.starts')}
            description={t('staff.startsHelp')}
            {...form.getInputProps('starts')}
          />
          <TextInput
            type="datetime-local"
            label={t('staff.ends')}
            description={t('staff.endsHelp')}
            {...form.getInputProps('ends')}
          />
        </div>
        <NoticePreview title={title} tags={tags} content={content} />
      </div>
    </FormDialog>
  );
}
