import { Button } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UnbrokenNumbers } from '#web/ui/unbroken-numbers.tsx';
import { countsOf } from '#contract/stock-order-rules.ts';
import { formatTime } from '#web/lib/format.ts';
import { DetailSection } from '#web/ui/detail-drawer.tsx';
import { StatusChip, type StatusTone } from '#web/ui/status-chip.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import classes from './stock-orders.module.css';
import type { StockOrderDetail } from './stock-orders-types.ts';

type Receipt = StockOrderDetail['receipts'][number];
const tones: Record<Receipt['verdict'], StatusTone> = { passed: 'green', partly: 'amber', failed: 'red' };
const whole = ['stocked', 'closed'];

/** What came and how it was found: counts against the order, then each delivery with its verdict and pictures, newest first. */
export function StockOrderReports({ order }: { order: StockOrderDetail }) {
  const { t } = useTranslation('stock-orders');
  const all = whole.includes(order.status);
  return (
    <DetailSection title={t('received')}>
      <PlainTable label={t('received')}>
        <thead>
          <tr>
            <th scope="col">{t('columns.sku')}</th>
            {(['ordered', 'received', 'damaged', 'short', 'over'] as const).map((name) => (
              <th key={name} scope="col" data-align="end">
                {t(`counts.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {order.items.map((item) => {
            const { short, over } = countsOf(item);
            return (
              <tr key={item.line}>
                <td>{item.sku.code}</td>
                <td data-align="end">{item.quantity}</td>
                <td data-align="end">{item.received}</td>
                <td data-align="end">{item.damaged}</td>
                <td data-align="end">{all ? short : '–'}</td>
                <td data-align="end">{over}</td>
              </tr>
            );
          })}
        </tbody>
      </PlainTable>
      {order.receipts.toReversed().map((receipt) => (
        <Report key={receipt.id} receipt={receipt} />
      ))}
    </DetailSection>
  );
}

function Report({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('stock-orders');
  const [shown, setShown] = useState<readonly string[]>([]);
  const link = useApiMutation(api.files.link);
  const handleShow = async () => {
    const links = await Promise.all(receipt.pictures.map(({ id }) => link.run({ params: { id } })));
    setShown(links.flatMap((one) => (one === false ? [] : [one.url])));
  };
  const pieces = receipt.counts.reduce((sum, { good_qty, damaged_qty }) => sum + good_qty + damaged_qty, 0);
  return (
    <div className={classes.stack}>
      <div>
        <StatusChip tone={tones[receipt.verdict]} label={t(`verdicts.${receipt.verdict}`)} />{' '}
        <UnbrokenNumbers text={t('delivery', { count: pieces, time: formatTime(receipt.at, 'y-m-d h:i') })} />
        {receipt.note !== '' && <span className={classes.muted}>{receipt.note}</span>}
        {receipt.pictures.length > 0 && shown.length === 0 && (
          <Button
            variant="default"
            size="xs"
            mt={8}
            leftSection={<IconPhoto size={16} stroke={1.75} aria-hidden />}
            onClick={() => void handleShow()}
          >
            {t('showPictures', { count: receipt.pictures.length })}
          </Button>
        )}
      </div>
      {shown.length > 0 && (
        <div className={classes.pictures}>
          {shown.map((url, index) => (
            <img key={url} src={url} alt={t('pictureOf', { number: index + 1 })} />
          ))}
        </div>
      )}
    </div>
  );
}
