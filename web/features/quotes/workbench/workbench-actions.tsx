import { Button, Group, Menu, Select, Textarea, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { alternativeKinds, quoteCan, unavailableReasons } from '#contract/quote-rules.ts';
import { toast } from '#web/api/toasts.ts';
import { decimalToMinor } from '#web/lib/format.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import classes from '../quotes.module.css';
import { SkuPicker } from './sku-picker.tsx';
import type { StaffQuoteDetail, Sku } from '../quotes-types.ts';

type ActionsProps = { ids: { account_id: string; id: string }; quote: StaffQuoteDetail };

/** Whose the quote is, and what an agent does with it besides the answer. */
export function WorkbenchActions({ ids, quote }: ActionsProps) {
  const { t } = useTranslation(['quotes-workbench', 'quotes']);
  const { data: costs } = useApiQuery(api.quotes.costs, { params: ids });
  const assign = useApiMutation(api.quotes.assign);
  const [open, setOpen] = useState<'unavailable' | 'alternative'>();
  const offers = quoteCan.alternative(quote.status);
  if (!offers && !quoteCan.assign(quote.status)) return null;
  return (
    <Group gap={8} wrap="nowrap">
      {quote.assignee_user_id === null && quoteCan.assign(quote.status) && (
        <Button variant="default" loading={assign.busy} onClick={() => void assign.run({ params: ids, body: {} })}>
          {t('take')}
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden />}>
            {t('quotes:moreActions')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {offers && <Menu.Item onClick={() => setOpen('alternative')}>{t('offer')}</Menu.Item>}
          {quoteCan.unavailable(quote.status) && (
            <Menu.Item onClick={() => setOpen('unavailable')}>{t('unavailable')}</Menu.Item>
          )}
          {quoteCan.assign(quote.status) && (
            <>
              <Menu.Divider />
              <Menu.Label>{t('assignTo')}</Menu.Label>
              {costs?.agents
                .filter((agent) => agent.id !== quote.assignee_user_id)
                .map((agent) => (
                  <Menu.Item
                    key={agent.id}
                    onClick={() => void assign.run({ params: ids, body: { user_id: agent.id } })}
                  >
                    {agent.name}
                  </Menu.Item>
                ))}
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {open === 'unavailable' && <UnavailableDialog ids={ids} quote={quote} onClose={() => setOpen(undefined)} />}
      {open === 'alternative' && <AlternativeDialog ids={ids} quote={quote} onClose={() => setOpen(undefined)} />}
    </Group>
  );
}

type DialogProps = ActionsProps & { onClose: () => void };

function UnavailableDialog({ ids, quote, onClose }: DialogProps) {
  const { t } = useTranslation(['quotes-workbench', 'quotes']);
  const unavailable = useApiMutation(api.quotes.unavailable);
  const [reason, setReason] = useState<(typeof unavailableReasons)[number]>('not_found');
  const [note, setNote] = useState('');
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('unavailableTitle', { number: quote.number })}
      submitLabel={t('unavailable')}
      onSubmit={() => unavailable.run({ params: ids, body: { reason, note } })}
      dirty={note !== ''}
    >
      <Select
        label={t('quotes:declineReason')}
        allowDeselect={false}
        data={unavailableReasons.map((value) => ({ value, label: t(`quotes:unavailable.${value}`) }))}
        value={reason}
        onChange={(value) => setReason(unavailableReasons.find((known) => known === value) ?? 'not_found')}
      />
      <Textarea
        label={t('note')}
        autosize
        minRows={2}
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

function AlternativeDialog({ ids, quote, onClose }: DialogProps) {
  const { t } = useTranslation(['quotes-workbench', 'quotes']);
  const add = useApiMutation(api.quotes.addAlternative, {
    onSuccess: ({ number }) => toast.success(t('offerSent', { number })),
  });
  const [kind, setKind] = useState<(typeof alternativeKinds)[number]>('cheaper');
  const [sku, setSku] = useState<Sku | null>(null);
  const [price, setPrice] = useState('');
  const [note, setNote] = useState('');
  const [picking, setPicking] = useState(false);
  const [tried, setTried] = useState(false);
  const unit_price = decimalToMinor(price, quote.currency) ?? 0;
  const handleSubmit = () => {
    setTried(true);
    if (!sku || unit_price <= 0) return false;
    const { id: catalog_sku_id, lead_days } = sku;
    return add.run({ params: ids, body: { kind, catalog_sku_id, unit_price, lead_days, note } });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('offer')}
      submitLabel={t('offerSend')}
      onSubmit={handleSubmit}
      dirty={sku !== null || price !== ''}
    >
      <Select
        label={t('quotes:alternatives.kind')}
        allowDeselect={false}
        data={alternativeKinds.map((value) => ({ value, label: t(`quotes:alternatives.${value}`) }))}
        value={kind}
        onChange={(value) => setKind(alternativeKinds.find((known) => known === value) ?? 'same')}
      />
      <div>
        <Button variant="default" onClick={() => setPicking(true)}>
          {sku ? `${sku.code} · ${sku.title}` : t('pickSku')}
        </Button>
        {tried && !sku && <p className={classes.problem}>{t('noSku')}</p>}
      </div>
      <TextInput
        label={t('price', { currency: quote.currency })}
        inputMode="decimal"
        value={price}
        onChange={(event) => setPrice(event.currentTarget.value)}
        error={tried && unit_price <= 0 ? t('quotes:badPrice') : undefined}
      />
      <Textarea
        label={t('note')}
        autosize
        minRows={2}
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {picking && <SkuPicker accountId={ids.account_id} onPick={setSku} onClose={() => setPicking(false)} />}
    </FormDialog>
  );
}
