import { Button, Group, Radio, Select, Stack, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { importDays } from '#contract/store-rules.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { api, type Contract } from '#web/api/client.ts';
import { isPassing } from '#web/api/api-error.ts';
import { saveToken } from '#web/api/token.ts';
import { useSession } from '#web/components/session.tsx';
import { paths } from '#web/lib/paths.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { ProgressLine } from '#web/ui/progress.tsx';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { ConsentFrame, WayOut } from './consent-frame.tsx';
import { dropInstall, waitingInstall } from './shop-entry.ts';
import classes from '../stores.module.css';

type Install = AnswerOf<Contract['stores']['pendingInstall']>;
type ImportChoice = { import_days: number; unshipped_only: boolean };

/** Asks which account an installation that began at the shop belongs to; nothing is linked without the click (P14). */
export function LinkToStorePage() {
  const { t } = useTranslation('stores');
  const [sealed] = useState(waitingInstall);
  const query = useApiQuery(
    api.stores.pendingInstall,
    sealed === undefined ? null : { body: { pending_install: sealed } },
    { retry: false },
  );
  if (sealed === undefined) {
    return (
      <ConsentFrame title={t('link.noneTitle')}>
        <p className={classes.text}>{t('link.noneText')}</p>
        <WayOut />
      </ConsentFrame>
    );
  }
  if (query.data !== undefined) return <Choose sealed={sealed} install={query.data} />;
  if (query.error !== null) {
    return (
      <ConsentFrame title={t('link.failed')}>
        <div className={classes.block}>
          <ErrorBox
            error={query.error}
            title={t('link.failedText')}
            {...(isPassing(query.error) && { onRetry: () => void query.refetch() })}
          />
        </div>
        <WayOut />
      </ConsentFrame>
    );
  }
  return (
    <ConsentFrame title={t('link.title')}>
      <ProgressLine label={t('link.reading')} share={undefined} />
    </ConsentFrame>
  );
}

function Choose({ sealed, install }: { sealed: string; install: Install }) {
  const { t } = useTranslation('stores');
  const { shop, accounts, elsewhere } = install;
  const { profile } = useSession();
  const allowed = accounts.filter(({ state }) => state !== 'not_allowed');
  const first = allowed.find(isLinked) ?? allowed.find(({ id }) => id === profile?.account?.id) ?? allowed[0];
  if (elsewhere || first === undefined) {
    return (
      <ConsentFrame title={t('link.notHere', { shop })}>
        <p className={classes.text}>{elsewhere ? t('link.elsewhere') : t('link.notAllowed')}</p>
        <WayOut />
      </ConsentFrame>
    );
  }
  return (
    <ConsentFrame title={t('link.question', { shop })}>
      <ChoiceForm sealed={sealed} install={install} first={first.id} />
    </ConsentFrame>
  );
}

const isLinked = ({ state }: Install['accounts'][number]) => state === 'linked';

function ChoiceForm({ sealed, install, first }: { sealed: string; install: Install; first: string }) {
  const { t } = useTranslation('stores');
  const { shop, accounts } = install;
  const [chosen, setChosen] = useState(first);
  const [choice, setChoice] = useState<ImportChoice>({ import_days: 60, unshipped_only: false });
  const [error, setError] = useState<unknown>();
  const link = useApiMutation(api.stores.linkInstall, {
    onSuccess: ({ authorize_url, session }) => {
      dropInstall();
      if (session) saveToken(session.token); // the account is another: the page that comes back reads it again
      window.location.assign(authorize_url);
    },
    onRefusal: (refusal) => {
      setError(refusal);
      return true;
    },
  });
  const owner = accounts.find(({ id }) => id === chosen);
  const name = owner?.name ?? '';
  const handleLink = () => {
    setError(undefined);
    void link.run({ body: { pending_install: sealed, account_id: chosen, ...choice } });
  };
  return (
    <>
      <p className={classes.text}>{t('link.text')}</p>
      {accounts.length > 1 && (
        <Radio.Group className={classes.block ?? ''} label={t('link.account')} value={chosen} onChange={setChosen}>
          <Stack gap={8} mt={8}>
            {accounts.map((account) => (
              <Radio
                key={account.id}
                value={account.id}
                label={account.name}
                disabled={account.state === 'not_allowed'}
                description={<AccountNote account={account} />}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {owner && !isLinked(owner) && <ChoiceFields choice={choice} onChange={setChoice} />}
      {error !== undefined && (
        <div className={classes.block}>
          <ErrorBox error={error} title={t('link.refused', { shop })} />
        </div>
      )}
      <Group gap={8}>
        <Button
          classNames={{ root: classes.wraps ?? '', label: classes.wrapsLabel ?? '' }}
          loading={link.busy}
          onClick={handleLink}
        >
          {t('link.submit', { name })}
        </Button>
        <Button component={Link} to={paths.stores} variant="default" onClick={dropInstall}>
          {t('link.notNow')}
        </Button>
      </Group>
    </>
  );
}

type ChoiceFieldsProps = { choice: ImportChoice; onChange: (choice: ImportChoice) => void };

/** What the first import brings; a store that is linked already keeps what it has. */
function ChoiceFields({ choice, onChange }: ChoiceFieldsProps) {
  const { t } = useTranslation('stores');
  return (
    <Stack className={classes.block ?? ''} gap={12}>
      <Select
        label={t('add.days')}
        description={t('add.daysHelp')}
        allowDeselect={false}
        data={importDays.map((value) => ({ value: String(value), label: t(`add.window.${value}`) }))}
        value={String(choice.import_days)}
        onChange={(value) => onChange({ ...choice, import_days: Number(value) })}
      />
      <Switch
        label={t('add.unshipped')}
        checked={choice.unshipped_only}
        onChange={(event) => onChange({ ...choice, unshipped_only: event.currentTarget.checked })}
      />
    </Stack>
  );
}

function AccountNote({ account }: { account: Install['accounts'][number] }) {
  const { t } = useTranslation('stores');
  if (account.state === 'not_allowed') return t('link.noRight');
  const number = t('link.number', { number: account.number });
  return account.state === 'linked' ? `${number} · ${t('link.linked')}` : number;
}
