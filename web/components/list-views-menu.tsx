import { Menu } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { defaultPerPage } from '#contract/constants.ts';
import { call } from '#web/api/call.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { ToolButton } from './list-tool.tsx';
import { useViewActs, type View } from './lists.api.ts';
import type { ListKit } from './use-list.ts';
import { ViewDialog } from './view-dialog.tsx';

/** What the list shows now, as a view keeps it. */
function stateOf<Row>({ asked, chosen, url }: ListKit<Row>): View['state'] {
  return { query: asked, columns: chosen === null ? null : [...chosen], per_page: url.per_page };
}

const sameQuery = (a: Record<string, string>, b: Record<string, string>) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => a[name] === b[name]);

/** Saved views: opening one, saving what shows, renaming, sharing, deleting. */
export function ListViewsMenu<Row>({ list }: { list: ListKit<Row> }) {
  const { t } = useTranslation('lists');
  const confirm = useConfirm();
  const acts = useViewActs(list.list);
  const [dialog, setDialog] = useState<'save' | 'edit'>();
  const { view, views, url } = list;
  const changed = view !== undefined && !sameQuery(view.state.query, list.asked);
  const open = (one: View) => {
    const nothing = Object.fromEntries(Object.keys(list.asked).map((name) => [name, undefined]));
    const per = one.state.per_page;
    url.set({
      ...nothing,
      ...one.state.query,
      per_page: per === null || per === defaultPerPage ? undefined : String(per),
      view: one.id,
    });
  };
  const remove = async (one: View) => {
    const sure = await confirm({
      title: t('views.removeTitle', { name: one.name }),
      text: t('views.removeText'),
      confirmLabel: t('views.removeButton'),
      destructive: true,
    });
    if (sure && (await acts.remove(one))) url.show({ view: undefined });
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
                <Menu.Item onClick={() => void call(acts.update(view, { state: stateOf(list) }))}>
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
      {dialog === 'save' && (
        <ViewDialog
          onClose={() => setDialog(undefined)}
          onSave={async (values) => url.show({ view: (await acts.create({ ...values, state: stateOf(list) })).id })}
        />
      )}
      {dialog === 'edit' && view && (
        <ViewDialog view={view} onClose={() => setDialog(undefined)} onSave={(values) => acts.update(view, values)} />
      )}
    </>
  );
}
