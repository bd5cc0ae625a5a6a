import { useTranslation } from 'react-i18next';
import type { lists } from '#web/i18n/en/lists.ts';
import type { EmptyStateProps } from '#web/ui/empty-state.tsx';
import { useIsStaff } from './session.tsx';

export type ClientRecords = keyof typeof lists.clientEmpty;

/**
 * What a page of an account says while it has no records. Staff, who read it of a client, are told that the client has none,
 * without the next step that is the client's.
 */
export function useClientEmpty(): (records: ClientRecords, own: EmptyStateProps) => EmptyStateProps {
  const { t } = useTranslation('lists');
  const isStaff = useIsStaff();
  return (records, own) =>
    isStaff ? { ...(own.drawing && { drawing: own.drawing }), title: t(`clientEmpty.${records}`) } : own;
}
