import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { labelLines } from '#contract/address-rules.ts';
import { countryName } from '#web/lib/countries.ts';
import { useMay } from '#web/components/session.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { AddressDialog, Label } from '../edit/address-dialog.tsx';
import classes from '../edit/address.module.css';
import orderClasses from '../orders.module.css';
import { ChangeShippingDialog } from '../edit/channel-dialog.tsx';
import type { Way, OrderDetail } from '../orders-types.ts';

const byAddress = new Set(['ADDRESS_INCOMPLETE', 'ADDRESS_NOT_DELIVERABLE', 'PHONE_REQUIRED', 'TAX_ID_REQUIRED']);

/** Whether the reader may correct the address: only who may see it. */
function useMayEdit(order: OrderDetail): boolean {
  const may = useMay();
  return may('customers', 'view') && order.actions.some(({ action, allowed }) => action === 'edit_address' && allowed);
}

/** Opens the form that corrects the address; nothing once the parcel is packed. */
export function CorrectAddress({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders-edit');
  const [open, setOpen] = useState(false);
  const [abroad, setAbroad] = useState<Way['address']>();
  const mayEdit = useMayEdit(order);
  if (!mayEdit) return null;
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
        {t('address.edit')}
      </Button>
      {open && <AddressDialog order={order} onClose={() => setOpen(false)} onCountry={setAbroad} />}
      {abroad && <ChangeShippingDialog order={order} to={{ address: abroad }} onClose={() => setAbroad(undefined)} />}
    </>
  );
}

/** The fix of a block that the address causes. */
export function AddressFix({ order, code }: { order: OrderDetail; code: string }) {
  return byAddress.has(code) ? <CorrectAddress order={order} /> : null;
}

/** Another country than the one that was paid for: what it costs, or the one it has. */
export function CountryFix({ order, code }: { order: OrderDetail; code: string }) {
  const { t } = useTranslation('orders-edit');
  const { t: tp } = useTranslation('orders-edit');
  const settle = useApiMutation(api.orders.shopAddress, { refetch: ['orders'] });
  const answer = (take: boolean) => settle.run({ params: { id: order.id }, body: { take, version: order.version } });
  const [asking, setAsking] = useState(false);
  const mayEdit = useMayEdit(order);
  if (code !== 'COUNTRY_CHANGED' || !mayEdit) return null;
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
        {tp('changePaid.review')}
      </Button>
      <Button variant="default" size="compact-sm" loading={settle.busy} onClick={() => void answer(false)}>
        {t('address.keep')}
      </Button>
      {asking && <ChangeShippingDialog order={order} to={{ shop_address: true }} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Where the order goes; what the store said beside a correction, and what it says since. */
export function AddressPart({ order }: { order: OrderDetail }) {
  const { i18n } = useTranslation();
  const { address } = order;
  const country = address.country ? countryName(address.country, i18n.language) : '';
  return (
    <>
      <address className={orderClasses.address}>{labelLines(address, country).join('\n')}</address>
      {order.blocks.every(({ code }) => !byAddress.has(code)) && <CorrectAddress order={order} />}
      <ShopSaid order={order} />
    </>
  );
}

function ShopSaid({ order }: { order: OrderDetail }) {
  const { t, i18n } = useTranslation('orders-edit');
  const settle = useApiMutation(api.orders.shopAddress, { refetch: ['orders'] });
  const answer = (take: boolean) => settle.run({ params: { id: order.id }, body: { take, version: order.version } });
  const { original, later } = order.address_check;
  const [asking, setAsking] = useState(false);
  const mayEdit = useMayEdit(order);
  const shop = later ?? original;
  if (!shop) return null;
  const dearer = order.payment !== 'none' && shop.country !== order.address.country;
  const take = () => (dearer ? setAsking(true) : void answer(true));
  return (
    <div className={classes.note}>
      <Label title={t(later ? 'address.changed' : 'address.corrected')} address={shop} language={i18n.language} />
      {mayEdit && (
        <Group gap={8}>
          <Button variant="default" size="compact-sm" loading={settle.busy} onClick={() => take()}>
            {t('address.take')}
          </Button>
          {later && (
            <Button variant="default" size="compact-sm" loading={settle.busy} onClick={() => void answer(false)}>
              {t('address.keep')}
            </Button>
          )}
        </Group>
      )}
      {asking && <ChangeShippingDialog order={order} to={{ shop_address: true }} onClose={() => setAsking(false)} />}
    </div>
  );
}
