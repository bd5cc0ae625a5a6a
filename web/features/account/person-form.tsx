import { Avatar, Button, FileButton, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { longestIntroduction } from '#contract/profile-rules.ts';
import { call } from '#web/api/call.ts';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { uploadFile } from '#web/api/upload.ts';
import { useProfile, useSession } from '#web/components/session.tsx';
import classes from './account-page.module.css';

type Change = { avatar?: string | null; introduction?: string };

/** The own picture, which is kept as soon as it is chosen, and the line about oneself. */
export function PersonForm() {
  const { t } = useTranslation('account');
  const { username, avatar, introduction } = useProfile();
  const { reload } = useSession();
  const [line, setLine] = useState(introduction);
  const [busy, setBusy] = useState<'picture' | 'line' | undefined>();

  const save = async (part: 'picture' | 'line', change: () => Promise<Change>) => {
    setBusy(part);
    const saved = await call(async () => api.profile.savePerson({ body: await change() }));
    if (saved !== false) {
      await reload();
      toast.success(t('person.saved'));
    }
    setBusy(undefined);
  };
  const handleFile = async (file: File | null) => {
    if (file !== null) await save('picture', async () => ({ avatar: (await uploadFile(file, 'avatar')).id }));
  };
  return (
    <form
      className={classes.person}
      onSubmit={(event) => {
        event.preventDefault();
        void save('line', async () => ({ introduction: line }));
      }}
    >
      <div className={classes.mail}>
        <Avatar size={72} radius="50%" name={username} src={avatar === '' ? null : avatar} alt={t('person.picture')} />
        <FileButton accept="image/jpeg,image/png,image/webp" onChange={(file) => void handleFile(file)}>
          {(props) => (
            <Button variant="default" loading={busy === 'picture'} {...props}>
              {t('person.choose')}
            </Button>
          )}
        </FileButton>
        {avatar !== '' && (
          <Button
            variant="default"
            disabled={busy === 'picture'}
            onClick={() => void save('picture', async () => ({ avatar: null }))}
          >
            {t('person.remove')}
          </Button>
        )}
      </div>
      <Textarea
        label={t('person.introduction')}
        description={t('person.help')}
        maxLength={longestIntroduction}
        autosize
        minRows={2}
        value={line}
        onChange={(event) => setLine(event.currentTarget.value)}
      />
      <Group>
        <Button type="submit" loading={busy === 'line'} disabled={line.trim() === introduction}>
          {t('person.save')}
        </Button>
      </Group>
    </form>
  );
}
