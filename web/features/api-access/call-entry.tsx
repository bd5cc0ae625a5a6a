import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bodyFields, type Field, type Operation, schemaWords } from '#web/api/open-api.ts';
import { joinWords } from '#web/lib/format.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import classes from './api-document-page.module.css';

/** One call: method, path and purpose; opens to who may call it and what it takes. */
export function CallEntry({ call: { method, path, operation } }: { call: DocumentedCall }) {
  const { t } = useTranslation('api-access');
  const [opened, setOpened] = useState(false);
  const access = useAccessWords(operation);
  return (
    <details className={classes.call} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        <span className={classes.method} data-method={method}>
          {method}
        </span>
        <code className={classes.path}>{path}</code>
        <span className={classes.summary}>{operation.summary}</span>
      </summary>
      {opened && (
        <div className={classes.detail}>
          <p>{access}</p>
          <Takes operation={operation} />
          {operation.parameters.some(({ name }) => name === 'Idempotency-Key') && <p>{t('idempotent')}</p>}
        </div>
      )}
    </details>
  );
}

function accessRight({ 'x-access': access }: Operation, language: string): string {
  if (access.kind === 'merchant') return joinWords([access.feature, access.action], language);
  return access.kind === 'staff' ? joinWords(['admin', ...access.roles], language) : '';
}

function useAccessWords(operation: Operation): string {
  const { t, i18n } = useTranslation('api-access');
  return t(`who.${operation['x-access'].kind}`, { right: accessRight(operation, i18n.language) });
}

function Takes({ operation }: { operation: Operation }) {
  const { t } = useTranslation('api-access');
  const parameters = operation.parameters
    .filter((one) => one.in !== 'header')
    .map((one): Field => ({ name: one.name, words: schemaWords(one.schema), required: one.required }));
  const [content] = Object.values(operation.requestBody?.content ?? {});
  const fields = content === undefined ? [] : bodyFields(content.schema);
  return (
    <>
      {parameters.length > 0 && <FieldTable title={t('parameters')} fields={parameters} />}
      {fields.length > 0 && <FieldTable title={t('body')} fields={fields} />}
      {parameters.length + fields.length === 0 && <p>{t('noParameters')}</p>}
    </>
  );
}

function FieldTable({ title, fields }: { title: string; fields: readonly Field[] }) {
  const { t } = useTranslation('api-access');
  return (
    <PlainTable label={title}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th>{t('field')}</th>
          <th>{t('type')}</th>
          <th aria-label={t('required')} />
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, words, required }) => (
          <tr key={name}>
            <td>
              <code>{name}</code>
            </td>
            <td>{words}</td>
            <td>{required ? t('required') : t('optional')}</td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}

export type DocumentedCall = { method: string; path: string; operation: Operation };
