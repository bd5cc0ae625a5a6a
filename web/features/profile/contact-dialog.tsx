import { Anchor, Button } from '@mantine/core';
import { IconBrandDiscord, IconBrandSlack, IconBrandWhatsapp, IconMail, IconMessageCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#web/components/session.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { ModalFrame } from '#web/ui/modal-frame.tsx';
import classes from './profile.module.css';

type Channel = Profile['contact'][number];

const icons = [
  { of: 'whatsapp', icon: IconBrandWhatsapp },
  { of: 'discord', icon: IconBrandDiscord },
  { of: 'slack', icon: IconBrandSlack },
  { of: 'agent', icon: IconMail },
  { of: 'mail', icon: IconMail },
] as const;

const followable = /^(?:https?|mailto|tel):/i;
const shown = (url: string) => url.replace(/^(?:mailto|tel):/i, '');

/** Says thank you and where support can be reached (spec §2, dialog 3). */
export function ContactDialog({ channels, onClose }: { channels: readonly Channel[]; onClose: () => void }) {
  const { t } = useTranslation('profile');
  return (
    <ModalFrame opened onClose={onClose} title={t('thanks.title')}>
      <p className={classes.text}>{channels.length > 0 ? t('thanks.text') : t('thanks.noChannels')}</p>
      {channels.length > 0 && (
        <ul className={classes.channels} aria-label={t('thanks.channels')}>
          {channels.map((channel) => (
            <ChannelRow key={`${channel.type_of} ${channel.url}`} channel={channel} />
          ))}
        </ul>
      )}
      <Button onClick={onClose} data-autofocus>
        {t('thanks.close')}
      </Button>
    </ModalFrame>
  );
}

function ChannelRow({ channel }: { channel: Channel }) {
  const { t } = useTranslation('profile');
  const Icon = icons.find(({ of }) => channel.type_of.includes(of))?.icon ?? IconMessageCircle;
  return (
    <li className={classes.channel}>
      <Icon size={20} stroke={1.75} aria-hidden />
      <span className={classes.words}>
        <span className={classes.label}>
          {channel.type_of === 'agent' ? t('thanks.agent', { name: channel.label }) : channel.label}
        </span>
        {followable.test(channel.url) ? (
          <Anchor href={channel.url} target="_blank" rel="noopener noreferrer">
            {shown(channel.url)}
          </Anchor>
        ) : (
          <span>{channel.url}</span>
        )}
      </span>
      <CopyButton value={shown(channel.url)} />
    </li>
  );
}
