import { Button, FileInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BankColumn, bankColumns, neededBankColumns } from '#contract/bank-statement-rules.ts';
import { api } from '#web/api/client.ts';
import { uploadBankStatement } from '#web/api/upload.ts';
import { useAction, useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { ModalFrame } from '#web/ui/modal-frame.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import classes from './bank-statements.module.css';
import type { BankFile, BankImport } from './bank-types.ts';

/** Takes in a bank statement: the file, then what its columns hold, then what became of its rows. */
export function ImportDialog({ onShow, onClose }: { onShow: () => void; onClose: () => void }) {
  const [file, setFile] = useState<BankFile>();
  const [result, setResult] = useState<BankImport>();
  if (result) return <Result result={result} onShow={onShow} onClose={onClose} />;
  if (file) return <Columns file={file} onTaken={setResult} onClose={onClose} />;
  return <ChooseFile onRead={setFile} onClose={onClose} />;
}

function ChooseFile({ onRead, onClose }: { onRead: (file: BankFile) => void; onClose: () => void }) {
  const { t } = useTranslation('bank-statements');
  const { data = [] } = useApiQuery(api.wallet.staffMethods, {});
  const methods = data.filter(({ kind }) => kind === 'transfer');
  const [chosen, setChosen] = useState<string | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const method = chosen ?? methods[0]?.code ?? null;
  const missing = method === null ? t('import.accountMissing') : file === null ? t('import.fileMissing') : undefined;
  const upload = useAction(uploadBankStatement);
  const handleSubmit = async () => {
    if (file === null || method === null) return false;
    const read = await upload.run({ file, method });
    if (read) onRead(read);
    return false;
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('import.title')}
      submitLabel={t('import.read')}
      missing={missing}
      onSubmit={handleSubmit}
    >
      <Select
        label={t('facts.account')}
        description={t('import.accountHelp')}
        allowDeselect={false}
        data={methods.map(({ code, name }) => ({
          value: code,
          label: code === 'bank' ? t('import.bankTransfer') : name,
        }))}
        value={method}
        onChange={setChosen}
      />
      <FileInput
        label={t('import.file')}
        description={t('import.fileHelp')}
        placeholder={t('import.choose')}
        accept=".csv,.txt,.tsv,.xlsx"
        value={file}
        onChange={setFile}
      />
    </FormDialog>
  );
}

type ColumnsProps = { file: BankFile; onTaken: (result: BankImport) => void; onClose: () => void };

function Columns({ file, onTaken, onClose }: ColumnsProps) {
  const { t } = useTranslation('bank-statements');
  const [places, setPlaces] = useState<Record<BankColumn, number | null>>(file.guess);
  const [dates, setDates] = useState<string>(file.dates ?? 'dmy');
  const [currency, setCurrency] = useState('USD');
  const { run } = useApiMutation(api.bankStatements.take, { onSuccess: onTaken });
  const { date, amount, ...others } = places;
  const outgoing = amount === null ? 0 : (file.outgoing[amount] ?? 0);
  const payments = file.rows - outgoing;
  const missing = () => {
    if (date === null || amount === null) return t('import.columnMissing');
    if (payments === 0) return t('import.nothing');
    return /^[A-Z]{3}$/.test(currency) ? undefined : t('import.currencyMissing');
  };
  // dates that begin with their year are read in one way
  const yearFirst = date !== null && file.sample.every((row) => /^\d{4}\D/.test(row[date] ?? ''));
  const handleSubmit = async () => {
    if (date === null || amount === null) return false;
    const columns = { date, amount, ...others };
    await run({ params: { id: file.id }, body: { columns, dates: dates === 'mdy' ? 'mdy' : 'dmy', currency } });
    return false;
  };
  const options = file.head.map((title, at) => ({
    value: String(at),
    label: title || t('import.column', { number: at + 1 }),
  }));
  return (
    <FormDialog
      opened
      onClose={onClose}
      width={820}
      title={t('import.columnsTitle')}
      submitLabel={t('import.take', { count: payments })}
      missing={missing()}
      onSubmit={handleSubmit}
    >
      <p className={classes.hint}>
        {t('import.columnsText', { name: file.name })} {outgoing > 0 && t('import.leftOut', { count: outgoing })}
      </p>
      <div className={classes.columns}>
        {bankColumns.map((column) => {
          const needed = (neededBankColumns as readonly string[]).includes(column);
          return (
            <Select
              key={column}
              label={t(`import.columns.${column}`)}
              placeholder={needed ? t('import.choose') : t('import.notInFile')}
              required={needed}
              clearable={!needed}
              data={options}
              value={places[column] === null ? null : String(places[column])}
              onChange={(next) => setPlaces((now) => ({ ...now, [column]: next === null ? null : Number(next) }))}
            />
          );
        })}
        {!yearFirst && (
          <Select
            label={t('import.dates')}
            allowDeselect={false}
            data={(['dmy', 'mdy'] as const).map((value) => ({ value, label: t(`import.readings.${value}`) }))}
            value={dates}
            onChange={(next) => setDates(next ?? dates)}
          />
        )}
        <TextInput
          label={t('import.currency')}
          maxLength={3}
          value={currency}
          onChange={(event) => setCurrency(event.currentTarget.value.toUpperCase())}
        />
      </div>
      <PlainTable label={t('import.sample')}>
        <thead>
          <tr>
            {file.head.map((title, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other name than its place
              <th key={at}>{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {file.sample.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
            <tr key={row}>
              {file.head.map((_, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={at}>{cells[at]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </FormDialog>
  );
}

/** What became of the rows; those that were left out are named. */
function Result({ result, onShow, onClose }: { result: BankImport; onShow: () => void; onClose: () => void }) {
  const { t } = useTranslation('bank-statements');
  const { added, known, outgoing, refused } = result;
  return (
    <ModalFrame opened onClose={onClose} title={t('import.doneTitle')}>
      <div className={classes.result} role="status">
        <p>{t('import.added', { count: added })}</p>
        {known > 0 && <p>{t('import.known', { count: known })}</p>}
        {outgoing > 0 && <p>{t('import.outgoing', { count: outgoing })}</p>}
        {refused.length > 0 && (
          <>
            <p>{t('import.refused', { count: refused.length })}</p>
            <ul>
              {refused.map(({ row, message }) => (
                <li key={row}>{t('import.refusedRow', { row, message })}</li>
              ))}
            </ul>
          </>
        )}
      </div>
      <Button mt={12} onClick={onShow} data-autofocus>
        {t('import.done')}
      </Button>
    </ModalFrame>
  );
}
