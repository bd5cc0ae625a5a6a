import { Button, Menu } from '@mantine/core';
import { IconShare2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { ModalFrame } from '#web/ui/modal-frame.tsx';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import classes from '../quotes.module.css';

/** Makes, shows once and ends the link that shows a quote without a login. */
export function ShareButton({ quoteId }: { quoteId: string }) {
  const { t } = useTranslation('quotes');
  const [url, setUrl] = useState<string>();
  const params = { id: quoteId };
  const state = useApiQuery(api.quotes.shareState, { params });
  const look = () => state.refetch();
  const share = useApiMutation(api.quotes.share, {
    onSuccess: (answer) => {
      setUrl(answer.url);
      return look();
    },
  });
  const unshare = useApiMutation(api.quotes.unshare, {
    onSuccess: () => {
      toast.success(t('share.ended'));
      return look();
    },
  });
  const shared = state.data?.shared === true;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconShare2 size={16} stroke={1.6} aria-hidden />}>
            {t('share.button')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void share.run({ params })}>
            {shared ? t('share.again') : t('share.make')}
          </Menu.Item>
          {shared && <Menu.Item onClick={() => void unshare.run({ params })}>{t('share.end')}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      <ModalFrame opened={url !== undefined} onClose={() => setUrl(undefined)} title={t('share.title')}>
        <p className={classes.lead}>{t('share.text')}</p>
        <p className={classes.link}>
          <span>{url}</span>
          <CopyButton value={url ?? ''} label={t('share.title')} />
        </p>
      </ModalFrame>
    </>
  );
}
