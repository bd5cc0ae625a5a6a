import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Picture } from '#web/components/picture.tsx';
import { formatMoney } from '#web/lib/format.ts';
import { DetailSection } from '#web/ui/detail-drawer.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import classes from '../quotes.module.css';
import type { LikeQuote } from '../quotes-types.ts';

type LikeProps = { ids: { account_id: string; id: string }; onPick: (like: LikeQuote) => void };

/** Answered quotes for like goods, to begin the answer from. */
export function SimilarQuotes({ ids, onPick }: LikeProps) {
  const { t, i18n } = useTranslation('quotes-workbench');
  const { data: like = [] } = useApiQuery(api.quotes.like, { params: ids });
  if (like.length === 0) return null;
  return (
    <DetailSection title={t('similar.title')}>
      <ul className={classes.likes}>
        {like.map((one) => {
          const [line] = one.version.lines;
          const price = line && formatMoney({ amount: line.unit_price, currency: one.currency }, i18n.language);
          return (
            <li key={one.id}>
              <Identity
                picture={<Picture url={one.picture_url} />}
                title={one.title}
                detail={[one.number, one.client.name, price].filter(Boolean).join(' · ')}
              />
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`${t('similar.use')}, ${one.number}`}
                onClick={() => onPick(one)}
              >
                {t('similar.use')}
              </Button>
            </li>
          );
        })}
      </ul>
    </DetailSection>
  );
}
