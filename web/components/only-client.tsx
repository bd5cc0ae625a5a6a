import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useActing } from './session.tsx';

type Props = { what: 'pay' | 'addFunds' | 'acceptPrices' | 'write' };

/** Says to staff who act for a client who can do what is not offered to them; to everybody else, nothing. */
export function OnlyClient({ what }: Props) {
  const { t } = useTranslation();
  const acting = useActing();
  if (!acting) return null;
  return (
    <Text size="sm" c="dimmed" role="note">
      {t(`acting.only.${what}`)}
    </Text>
  );
}
