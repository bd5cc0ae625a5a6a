import { Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/client.ts';
import { saveBytes } from '#web/api/download.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { ToolButton } from '#web/components/list-tool.tsx';
import type { ListKit } from '#web/components/use-list.ts';
import type { StaffMovement } from './stock-types.ts';

const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
} as const;

/** The movements that the list shows, on all its pages, as a file. */
export function MovementsFile({ kit, client }: { kit: ListKit<StaffMovement>; client: string | undefined }) {
  const { t } = useTranslation('lists');
  const file = useApiMutation(api.stock.staffMovementsFile, {
    onSuccess: ({ name, content }, { body }) => saveBytes(name, types[body.format], content),
  });
  const columns = kit.columns.map((column) => column.id);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ToolButton label={t('export.button')} icon={IconDownload} loading={file.busy} />
      </Menu.Target>
      <Menu.Dropdown>
        {(['xlsx', 'csv'] as const).map((format) => (
          <Menu.Item
            key={format}
            onClick={() =>
              void file.run({
                body: { ...kit.asked, columns, format, ...(client !== undefined && { account_id: client }) },
              })
            }
          >
            {t(`export.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
