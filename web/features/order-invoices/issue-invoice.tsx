import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { clientChoice } from '#web/api/client-choice.ts';
import { useProfile } from '#web/components/session.tsx';
import { useStore } from '#web/lib/store.ts';
import { IssueDialog } from './issue-dialog.tsx';

/** The agent's way from the orders of the chosen client that wait for payment to an invoice for all of them. */
export function IssueInvoice() {
  const { t } = useTranslation('order-invoices');
  const client = useStore(clientChoice);
  const { roles } = useProfile();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  if (client === undefined || !roles.some((role) => role === 'agent' || role === 'admin')) return null;
  return (
    <>
      <Button size="compact-sm" onClick={() => setOpen(true)}>
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
