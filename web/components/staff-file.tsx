import { Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ApiEndpoint } from '#web/api/client.ts';
import { saveBytes } from '#web/api/download.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { ToolButton } from './list-tool.tsx';
import type { ListKit } from './use-list.ts';

const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
} as const;
const formats = ['xlsx', 'csv'] as const;

type Asked = { body: { format: (typeof formats)[number]; columns: string[] } };

type StaffFileProps = {
  endpoint: ApiEndpoint<Asked, { name: string; content: string }>;
  kit: Pick<ListKit<never>, 'asked'> & { columns: readonly { id: string }[] };
  /** What the list asks for beside its filters. */
  more?: Record<string, string>;
};

/** Writes what a list of staff shows, on all its pages, into a file. */
export function StaffFile({ endpoint, kit, more }: StaffFileProps) {
  const { t } = useTranslation('lists');
  const { run, busy } = useApiMutation(endpoint, {
    onSuccess: ({ name, content }, { body }) => saveBytes(name, types[body.format], content),
  });
  const columns = kit.columns.map((column) => column.id);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ToolButton label={t('export.button')} icon={IconDownload} loading={busy} />
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => void run({ body: { ...kit.asked, ...more, columns, format } })}>
            {t(`export.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
