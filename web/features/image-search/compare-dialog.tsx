import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ModalFrame } from '#web/ui/modal-frame.tsx';
import { ScrollBox } from '#web/ui/scroll-box.tsx';
import classes from './image-search.module.css';
import { ActionButtons, Similarity, Price } from './result-card.tsx';
import type { Result, ResultActions } from './image-search-types.ts';

type CompareProps = {
  results: readonly Result[];
  actions: ResultActions;
  onRemove: (result: Result) => void;
  onClose: () => void;
};

/** Up to four results side by side, one line per fact. */
export function CompareDialog({ results, actions, onRemove, onClose }: CompareProps) {
  const { t } = useTranslation('image-search');
  const only = (result: Result, fact: (sku: Extract<Result, { kind: 'catalog' }>) => ReactNode) =>
    result.kind === 'catalog' ? fact(result) : '–';
  const lines: [string, (result: Result) => ReactNode][] = [
    [t('compare.similarity'), (result) => <Similarity share={result.similarity} />],
    [
      t('compare.from'),
      (result) => (result.kind === 'own' ? result.store.name : `${t('among.catalog')} · ${result.code}`),
    ],
    [t('compare.price'), (result) => <Price result={result} />],
    [t('compare.weight'), (result) => only(result, (sku) => t('compare.grams', { count: sku.weight_g }))],
    [t('compare.lead'), (result) => only(result, (sku) => t('compare.days', { count: sku.lead_days }))],
    [t('compare.moq'), (result) => only(result, (sku) => sku.moq)],
  ];
  return (
    <ModalFrame opened onClose={onClose} title={t('compare.title')} width={980}>
      <ScrollBox label={t('compare.title')}>
        <table className={classes.compare}>
          <thead>
            <tr>
              <th scope="col">
                <span className={classes.hiddenWords}>{t('compare.fact')}</span>
              </th>
              {results.map((result) => (
                <th key={`${result.kind} ${result.id}`} scope="col">
                  <img className={classes.photo} src={result.picture_url} alt="" />
                  {result.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(([label, cell]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {results.map((result) => (
                  <td key={`${result.kind} ${result.id}`}>{cell(result)}</td>
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row">{t('compare.actions')}</th>
              {results.map((result) => (
                <td key={`${result.kind} ${result.id}`}>
                  <div className={classes.stacked}>
                    <ActionButtons result={result} actions={actions} />
                    <Button
                      size="xs"
                      variant="subtle"
                      color="gray"
                      aria-label={t('compare.removeName', { name: result.title })}
                      onClick={() => (results.length > 2 ? onRemove(result) : (onRemove(result), onClose()))}
                    >
                      {t('compare.remove')}
                    </Button>
                  </div>
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </ScrollBox>
    </ModalFrame>
  );
}
