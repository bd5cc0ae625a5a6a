import { Button, Menu } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconShare2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { ModalFrame } from '#web/ui/modal-frame.tsx';
import classes from './quotes.module.css';

/** Makes, shows once and ends the link that shows a quote without a login. */
export function ShareButton({ quoteId }: { quoteId: string }) {
  const { t } = useTranslation('quotes');
  const client = useQueryClient();
  const [url, setUrl] = useState<string>();
  const params = { id: quoteId };
  const state = useQuery({
    queryKey: ['quotes', 'share', quoteId],
    queryFn: ({ signal }) => api.quotes.shareState({ params }, { signal }),
  });
  const look = () => client.invalidateQueries({ queryKey: ['quotes', 'share', quoteId] });
  const handleShare = async () => {
    const answer = await call(api.quotes.share({ params }));
    if (answer !== false) setUrl(answer.url);
    await look();
  };
  const handleEnd = async () => {
    if ((await call(api.quotes.unshare({ params }))) !== false) toast.success(t('share.ended'));
    await look();
  };
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
          <Menu.Item onClick={() => void handleShare()}>{shared ? t('share.again') : t('share.make')}</Menu.Item>
          {shared && <Menu.Item onClick={() => void handleEnd()}>{t('share.end')}</Menu.Item>}
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
