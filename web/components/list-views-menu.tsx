import { Checkbox, Menu, TextInput } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { defaultPerPage } from '#contract/constants.ts';
import type { ListName } from '#contract/list-rules.ts';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { ToolButton } from './list-tool.tsx';
import type { ListKit } from './use-list.ts';
import type { View } from './list-types.ts';

/** What the list shows now, as a view keeps it. */
function stateOf<Row>({ asked, chosen, url }: ListKit<Row>): View['state'] {
  return { query: asked, columns: chosen === null ? null : [...chosen], per_page: url.per_page };
}

const sameQuery = (a: Record<string, string>, b: Record<string, string>) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => a[name] === b[name]);

/** Saved views: opening one, saving what shows, renaming, sharing, deleting. */
export function ListViewsMenu<Row>({ list, name }: { list: ListKit<Row>; name: ListName }) {
  const { t } = useTranslation('lists');
  const confirm = useConfirm();
  const [nameError, setNameError] = useState<string>();
  const changing = {
    refetch: ['views'] as const,
    form: {
      setFieldError: (_path: string, sentence: string) => setNameError(sentence),
      getValues: () => ({ name: '' }),
    },
  };
  const create = useApiMutation(api.views.create, changing);
  const update = useApiMutation(api.views.update, changing);
  const removeView = useApiMutation(api.views.remove, { refetch: ['views'] });
  const [dialog, setDialog] = useState<'save' | 'edit'>();
  const { view, views, url } = list;
  const changed = view !== undefined && !sameQuery(view.state.query, list.asked);
  const open = (one: View) => {
    const nothing = Object.fromEntries(Object.keys(list.asked).map((part) => [part, undefined]));
    const per = one.state.per_page;
    url.set({
      ...nothing,
      ...one.state.query,
      per_page: per === null || per === defaultPerPage ? undefined : String(per),
      view: one.id,
    });
  };
  const save = async (values: { name: string; shared: boolean }) => {
    setNameError(undefined);
    const saved = await create.run({ body: { list: name, ...values, state: stateOf(list) } });
    if (saved !== false) url.show({ view: saved.id });
    return saved;
  };
  const change = (one: View, part: Partial<Pick<View, 'name' | 'shared' | 'state'>>) => {
    setNameError(undefined);
    return update.run({ params: { id: one.id }, body: { version: one.version, ...part } });
  };
  const remove = async (one: View) => {
    const sure = await confirm({
      title: t('views.removeTitle', { name: one.name }),
      text: t('views.removeText'),
      confirmLabel: t('views.removeButton'),
      destructive: true,
    });
    if (sure && (await removeView.run({ params: { id: one.id } })) !== false) url.show({ view: undefined });
  };
  const section = (label: string, of: readonly View[]) =>
    of.length > 0 && (
      <>
        <Menu.Label>{label}</Menu.Label>
        {of.map((one) => (
          <Menu.Item
            key={one.id}
            aria-current={one.id === view?.id}
            onClick={() => open(one)}
            rightSection={one.owner !== null && t('views.by', { name: one.owner })}
          >
            {one.name}
          </Menu.Item>
        ))}
      </>
    );
  const naming = { error: nameError, onType: () => setNameError(undefined), onClose: () => setDialog(undefined) };
  return (
    <>
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <ToolButton
            icon={IconBookmark}
            label={
              view === undefined ? t('views.button') : changed ? t('views.changed', { name: view.name }) : view.name
            }
            maw={220}
          />
        </Menu.Target>
        <Menu.Dropdown>
          {views.length === 0 && <Menu.Label>{t('views.none')}</Menu.Label>}
          {section(
            t('views.own'),
            views.filter((one) => one.owner === null),
          )}
          {section(
            t('views.shared'),
            views.filter((one) => one.owner !== null),
          )}
          <Menu.Divider />
          {view?.editable === true && (
            <>
              {changed && (
                <Menu.Item onClick={() => void change(view, { state: stateOf(list) })}>
                  {t('views.saveChanges', { name: view.name })}
                </Menu.Item>
              )}
              <Menu.Item onClick={() => setDialog('edit')}>{t('views.edit')}</Menu.Item>
              <Menu.Item onClick={() => void remove(view)}>{t('views.remove')}</Menu.Item>
            </>
          )}
          {view !== undefined && (
            <Menu.Item onClick={() => url.show({ view: undefined })}>{t('views.leave')}</Menu.Item>
          )}
          <Menu.Item onClick={() => setDialog('save')}>{t('views.save')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save' && <ViewDialog {...naming} onSave={save} />}
      {dialog === 'edit' && view && <ViewDialog {...naming} view={view} onSave={(values) => change(view, values)} />}
    </>
  );
}

type Values = { name: string; shared: boolean };
type ViewDialogProps = {
  /** The view to rename or share; a new one when left out. */
  view?: View;
  onClose: () => void;
  /** What was wrong with the name when it was sent. */
  error: string | undefined;
  /** Another name is typed: what was wrong holds no longer. */
  onType: () => void;
  /** Answers false after a refusal. */
  onSave: (values: Values) => Promise<unknown>;
};

/** Name of a view, and whether colleagues see it. */
function ViewDialog({ view, error, onType, onClose, onSave }: ViewDialogProps) {
  const { t } = useTranslation('lists');
  const [values, setValues] = useState<Values>({ name: view?.name ?? '', shared: view?.shared ?? false });
  const submit = async () => (await onSave({ ...values, name: values.name.trim() })) !== false;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={view === undefined ? t('views.save') : t('views.editTitle', { name: view.name })}
      submitLabel={t('views.saveButton')}
      missing={values.name.trim() === '' ? t('views.nameMissing') : undefined}
      onSubmit={submit}
    >
      <TextInput
        label={t('views.nameLabel')}
        data-autofocus
        maxLength={60}
        value={values.name}
        error={error}
        onChange={(event) => {
          setValues({ ...values, name: event.currentTarget.value });
          onType();
        }}
      />
      <Checkbox
        label={t('views.shareLabel')}
        description={t('views.shareHelp')}
        checked={values.shared}
        onChange={(event) => setValues({ ...values, shared: event.currentTarget.checked })}
      />
    </FormDialog>
  );
}
