import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { EmptyStateProps } from '#web/ui/empty-state.tsx';
import type { ListKit } from './use-list.ts';

/** What a list without rows says: what narrows it and how to take that back, or what the page says of a tab or an account without any. */
export function useListEmpty<Row>(list: ListKit<Row>, unfiltered: EmptyStateProps): EmptyStateProps {
  const { t } = useTranslation('lists');
  if (!list.filtered) return unfiltered;
  return {
    drawing: 'search',
    title: t('empty.title'),
    text: t('empty.text'),
    action: (
      <Button variant="default" onClick={list.clear}>
        {t('empty.clear')}
      </Button>
    ),
  };
}
