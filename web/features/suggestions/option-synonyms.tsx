import { Select, TextInput } from '@mantine/core';
import { type FormEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordKinds } from '#contract/suggestion-rules.ts';
import { useMay } from '#web/components/session.tsx';
import type { Column, RowAction } from '#web/ui/column.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { Panel } from '#web/ui/page.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Toolbar } from '#web/ui/toolbar.tsx';
import { api, type Contract } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { ReadyButton } from '#web/ui/ready-button.tsx';
import type { AnswerOf } from '#contract/endpoint.ts';
import classes from './suggestions.module.css';

type OptionSynonym = AnswerOf<Contract['suggestions']['words']>[number];

const rowId = (row: OptionSynonym) => row.id;
const rowName = (row: OptionSynonym) => row.word;

/** Synonyms of option names that suggestions use: the default ones, and the account’s own. */
export function OptionSynonyms() {
  const { t } = useTranslation('suggestions');
  const mayEdit = useMay()('products', 'edit');
  const [q, setQ] = useState('');
  const [page, setPage] = useState(1);
  const [perPage, setPerPage] = useState(25);
  const query = useApiQuery(api.suggestions.words, { query: { q, page, per_page: perPage } }, { keepPrevious: true });
  const remove = useApiMutation(api.suggestions.removeWord, { refetch: ['suggestions'] });
  const columns = useMemo(
    (): Column<OptionSynonym>[] => [
      { id: 'word', header: t('synonyms.term'), main: true, cell: (row) => row.word },
      { id: 'meaning', header: t('synonyms.meaning'), card: 'fact', cell: (row) => row.meaning },
      { id: 'kind', header: t('synonyms.kind'), card: 'fact', cell: (row) => t(`synonyms.kinds.${row.kind}`) },
      {
        id: 'own',
        header: t('synonyms.source'),
        card: 'fact',
        cell: (row) => t(row.own ? 'synonyms.own' : 'synonyms.shared'),
      },
    ],
    [t],
  );
  const actions = (row: OptionSynonym): RowAction[] =>
    mayEdit && row.own
      ? [{ label: t('synonyms.remove'), onClick: () => void remove.run({ params: { id: row.id } }), destructive: true }]
      : [];
  return (
    <Panel title={t('synonyms.title')} padding="none">
      {mayEdit && <p className={classes.lead}>{t('synonyms.lead')}</p>}
      {mayEdit && <NewSynonym />}
      <Toolbar>
        <SearchField
          label={t('synonyms.search')}
          value={q}
          onSearch={(next) => {
            setQ(next);
            setPage(1);
          }}
        />
      </Toolbar>
      <DataTable
        label={t('synonyms.title')}
        query={query}
        columns={columns}
        rowId={rowId}
        rowName={rowName}
        actions={actions}
        empty={{ drawing: 'search', title: t('synonyms.empty') }}
        onPage={setPage}
        onPerPage={setPerPage}
      />
    </Panel>
  );
}

function NewSynonym() {
  const { t } = useTranslation('suggestions');
  const [kind, setKind] = useState<OptionSynonym['kind']>('color');
  const [word, setWord] = useState('');
  const [meaning, setMeaning] = useState('');
  const { run, busy } = useApiMutation(api.suggestions.addWord, {
    refetch: ['suggestions'],
    onSuccess: () => {
      setWord('');
      setMeaning('');
    },
  });
  const isFilled = word.trim() !== '' && meaning.trim() !== '';
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || !isFilled) return;
    void run({ body: { kind, word, meaning } });
  };
  return (
    <form className={classes.newWord} onSubmit={handleSubmit}>
      <Select
        label={t('synonyms.kind')}
        data={wordKinds.map((value) => ({ value, label: t(`synonyms.kinds.${value}`) }))}
        value={kind}
        onChange={(value) => setKind(wordKinds.find((one) => one === value) ?? 'color')}
        allowDeselect={false}
      />
      <TextInput
        label={t('synonyms.term')}
        placeholder={t('synonyms.termExample')}
        maxLength={60}
        value={word}
        onChange={(event) => setWord(event.currentTarget.value)}
      />
      <TextInput
        label={t('synonyms.meaning')}
        placeholder={t('synonyms.meaningExample')}
        maxLength={60}
        value={meaning}
        onChange={(event) => setMeaning(event.currentTarget.value)}
      />
      <ReadyButton type="submit" loading={busy} missing={isFilled ? undefined : t('synonyms.missing')}>
        {t('synonyms.add')}
      </ReadyButton>
    </form>
  );
}
