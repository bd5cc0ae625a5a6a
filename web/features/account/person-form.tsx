import { Avatar, Button, FileButton, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { longestIntroduction } from '#contract/profile-rules.ts';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { uploadFile } from '#web/api/upload.ts';
import { useProfile, useSession } from '#web/components/session.tsx';
import { useApiMutation, useAction } from '#web/api/use-api-mutation.ts';
import classes from './account-page.module.css';

/** The own picture, which is kept as soon as it is chosen, and the line about oneself. */
export function PersonForm() {
  const { t } = useTranslation('account');
  const { username, avatar, introduction } = useProfile();
  const { reload } = useSession();
  const [line, setLine] = useState(introduction);
  const kept = async () => {
    await reload();
    toast.success(t('person.saved'));
  };
  const save = useApiMutation(api.profile.savePerson, { onSuccess: kept });
  const saveFile = useAction(
    async (file: File) => api.profile.savePerson({ body: { avatar: (await uploadFile(file, 'avatar')).id } }),
    { onSuccess: kept },
  );
  const part = save.input?.body && ('avatar' in save.input.body ? 'picture' : 'line');
  const pictureBusy = saveFile.busy || part === 'picture';
  return (
    <form
      className={classes.person}
      onSubmit={(event) => {
        event.preventDefault();
        void save.run({ body: { introduction: line } });
      }}
    >
      <div className={classes.mail}>
        <Avatar size={72} radius="50%" name={username} src={avatar === '' ? null : avatar} alt={t('person.picture')} />
        <FileButton accept="image/jpeg,image/png,image/webp" onChange={(file) => file && void saveFile.run(file)}>
          {(props) => (
            <Button variant="default" loading={pictureBusy} {...props}>
              {t('person.choose')}
            </Button>
          )}
        </FileButton>
        {avatar !== '' && (
          <Button variant="default" disabled={pictureBusy} onClick={() => void save.run({ body: { avatar: null } })}>
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
        <Button type="submit" loading={part === 'line'} disabled={line.trim() === introduction}>
          {t('person.save')}
        </Button>
      </Group>
    </form>
  );
}
