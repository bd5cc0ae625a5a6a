import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { clientChoice } from '#web/api/client-choice.ts';
import { useProfile } from '#web/components/session.tsx';
import { useStore } from '#web/lib/store.ts';
import { IssueDialog } from './issue-dialog.tsx';

/** Who issues invoices to clients, as the server has it. */
export const mayIssue = (roles: readonly string[]): boolean =>
  roles.some((role) => role === 'agent' || role === 'finance' || role === 'admin');

/** The way of staff from the orders of the chosen client that wait for payment, or from the head of its page of invoices, to an invoice for all of them. */
export function IssueInvoice({ onPage = false }: { onPage?: boolean }) {
  const { t } = useTranslation('order-invoices');
  const client = useStore(clientChoice);
  const { roles } = useProfile();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  if (client === undefined || !mayIssue(roles)) return null;
  return (
    <>
      <Button {...(!onPage && { size: 'compact-sm' })} onClick={() => setOpen(true)}>
        {t('issue.button')}
      </Button>
      {open && (
        <IssueDialog
          client={{ id: client.id, name: client.label }}
          goTo={(page) => void navigate(page)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
