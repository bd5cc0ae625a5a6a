import { Avatar, Button, FileButton, Group, Skeleton, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, type Contract } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { bindWanted } from '#web/components/bind-wanted.ts';
import { useMay, useProfile, useSession } from '#web/components/session.tsx';
import { formatDate } from '#web/lib/format.ts';
import { PasswordField } from '#web/ui/password-field.tsx';
import { Copyable, CopyButton } from '#web/ui/copy-button.tsx';
import { type Fact, Facts } from '#web/ui/facts.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { UnbrokenNumbers } from '#web/ui/unbroken-numbers.tsx';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useAction, useApiMutation } from '#web/api/use-api-mutation.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { longestIntroduction } from '#contract/profile-rules.ts';
import { uploadFile } from '#web/api/upload.ts';
import classes from './account-page.module.css';
import { BillingPanel } from './billing-panel.tsx';
import { ActivityPanel } from './activity-panel.tsx';

type Account = AnswerOf<Contract['account']['get']>;

const shortestPassword = 10;

/** The person, the business, the password, and who was here. */
export function AccountPage() {
  const { t } = useTranslation('account');
  const may = useMay();
  const query = useApiQuery(api.account.get, {});
  const account = query.data;
  if (account === undefined)
    return (
      <Page title={t('title')}>
        {query.error === null ? (
          <Skeleton height={240} radius={6} />
        ) : (
          <ErrorBox error={query.error} onRetry={() => void query.refetch()} />
        )}
      </Page>
    );
  return (
    <Page title={t('title')}>
      <div className={classes.columns}>
        <Panel title={t('profile')}>
          <Facts facts={ownFacts(account, t)} />
          <Verification account={account} />
          <PersonForm />
        </Panel>
        <PasswordForm username={account.username} />
        {account.account !== null && (
          <Panel title={t('business')}>
            <Facts
              facts={[
                { label: t('name'), value: account.account.name },
                { label: t('number'), value: <Copyable value={String(account.account.number)} /> },
                { label: t('currency'), value: account.account.currency },
                { label: t('timeZone'), value: account.account.time_zone },
                { label: t('since'), value: formatDate(account.account.created_at) },
              ]}
            />
          </Panel>
        )}
        {may('account', 'view') && account.account !== null && <BillingPanel />}
        {may('account', 'view') && <Contacts account={account} />}
      </div>
      <ActivityPanel visits={may('account', 'view')} />
    </Page>
  );
}

type Words = ReturnType<typeof useTranslation<'account'>>['t'];

function ownFacts({ username, email, email_verified }: Account, t: Words): Fact[] {
  return [
    { label: t('username'), value: username },
    {
      label: t('email'),
      value: (
        <span className={classes.mail}>
          {email}
          <StatusChip
            tone={email_verified ? 'green' : 'amber'}
            label={email_verified ? t('verified') : t('unverified')}
          />
        </span>
      ),
    },
  ];
}

function Verification({ account }: { account: Account }) {
  const { t } = useTranslation('account');
  const send = useApiMutation(api.session.sendVerification, {
    onSuccess: () => toast.success(t('linkSent', { email: account.email })),
  });
  if (account.email_verified) return null;
  return (
    <Button variant="default" mt={12} loading={send.busy} onClick={() => void send.run()}>
      {t('sendLink')}
    </Button>
  );
}

function Contacts({ account }: { account: Account }) {
  const { t } = useTranslation('account');
  const may = useMay();
  const { acting_as } = useProfile();
  const { contacts, market_note } = account;
  const nameOf = (type: string, alias: string | null) => alias ?? (isKnown(type) ? t(`types.${type}`) : type);
  const facts: Fact[] = contacts.map((contact) => ({
    label: nameOf(contact.type_of, contact.alias),
    value: (
      <span className={classes.mail}>
        {contact.phone_country_code === null ? '' : `+${contact.phone_country_code.replace(/^\+/, '')} `}
        {contact.url}
        <CopyButton value={contact.url} />
      </span>
    ),
  }));
  if (market_note !== null) facts.push({ label: t('note'), value: market_note });
  return (
    <Panel title={t('contacts')}>
      {facts.length === 0 ? (
        <p className={classes.text}>
          <UnbrokenNumbers text={t('noContacts', { email: account.email })} />
        </p>
      ) : (
        <Facts facts={facts} />
      )}
      {may('account', 'edit') && acting_as === null && (
        <Button variant="default" mt={12} onClick={() => bindWanted.set(true)}>
          {t('addContact')}
        </Button>
      )}
    </Panel>
  );
}

const known = ['whatsapp', 'whatsapp_group', 'discord', 'discord_group', 'slack', 'other'] as const;

function isKnown(type: string): type is (typeof known)[number] {
  return known.some((one) => one === type);
}

/** The own picture, which is kept as soon as it is chosen, and the line about oneself. */
function PersonForm() {
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
  const unchanged = line.trim() === introduction;
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
        <Button type="submit" loading={part === 'line'} disabled={unchanged}>
          {t('person.save')}
        </Button>
      </Group>
    </form>
  );
}

/** Changes the password, knowing the old one; the other places are logged out (`POST /api/reset_password`). */
function PasswordForm({ username }: { username: string }) {
  const { t } = useTranslation('account');
  const form = useForm({
    initialValues: { old_password: '', new_password: '', again: '' },
    validate: {
      old_password: (value) => (value === '' ? t('password.missing') : null),
      new_password: (value) => (value.length < shortestPassword ? t('password.short') : null),
      again: (value, { new_password }) => (value === new_password ? null : t('password.different')),
    },
  });
  const change = useApiMutation(api.session.resetPassword, {
    form,
    andToast: true,
    onSuccess: () => {
      form.reset();
      toast.success(t('password.done'));
    },
  });
  const handleSubmit = form.onSubmit(
    ({ old_password, new_password }) => void change.run({ body: { old_password, new_password } }),
  );
  return (
    <Panel title={t('password.title')}>
      <form className={classes.form} onSubmit={handleSubmit} noValidate>
        {/* password keepers want to know whose password it is */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          label={t('password.old')}
          autoComplete="current-password"
          {...form.getInputProps('old_password')}
        />
        <PasswordField
          label={t('password.new')}
          description={t('password.help')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="new-password"
          {...form.getInputProps('new_password')}
        />
        <PasswordField label={t('password.again')} autoComplete="new-password" {...form.getInputProps('again')} />
        <Button type="submit" loading={change.busy}>
          {t('password.submit')}
        </Button>
      </form>
    </Panel>
  );
}
