import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ListUrl } from './use-list-url.ts';

/** Leads from an empty list of finance to what was approved and waits for somebody else. */
export function ToColleague({ count, url }: { count: number; url: ListUrl }) {
  const { t } = useTranslation('lists');
  return <Button onClick={() => url.set({ tab: 'for_colleague' })}>{t('toColleague', { count })}</Button>;
}
