import { Button, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Picture } from '#web/components/picture.tsx';
import { formatList, formatMoney, formatNumber, minorToDecimal } from '#web/lib/format.ts';
import { DetailSection } from '#web/ui/detail-drawer.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import classes from './workbench-candidates.module.css';
import type { DraftLine } from './workbench-draft.ts';
import { matchedVariants, withoutSku } from './workbench-match.ts';
import type { StaffQuoteDetail, Candidate } from '../quotes-types.ts';

type CandidatesProps = {
  ids: { account_id: string; id: string };
  quote: StaffQuoteDetail;
  lines: readonly DraftLine[];
  onPick: (pairs: readonly Pair[]) => void;
};
type Pair = { line: number; sku: Candidate };

/** The client's pictures, and beside them what the catalogue has that may be it; one click puts it into the answer. */
export function WorkbenchCandidates({ ids, quote, lines, onPick }: CandidatesProps) {
  const { t } = useTranslation(['quotes-workbench', 'quotes']);
  const { data: candidates } = useApiQuery(api.quotes.candidates, { params: ids });
  const pictures = [...new Set([...quote.pictures, quote.picture_url])].filter((url) => url !== null);
  const open = lines.filter((line) => !line.skip);
  const found = matchedVariants(open, candidates ?? []);
  const isTaken = found?.pairs.every(({ line, sku }) => open.find((one) => one.line === line)?.sku?.id === sku.id);
  const matched = isTaken === true ? undefined : found;
  return (
    <DetailSection title={t('candidates.title')}>
      <div className={classes.sides}>
        <RequestPictures pictures={pictures} />
        <div>
          {candidates?.length === 0 && <p className={classes.none}>{t('candidates.none')}</p>}
          {matched && (
            <div className={classes.matched}>
              <MatchedText {...matched} count={matched.pairs.length} />
              <Button variant="default" size="compact-sm" onClick={() => onPick(matched.pairs)}>
                {t('candidates.selectAll', { count: matched.pairs.length })}
              </Button>
            </div>
          )}
          <ul className={classes.list} aria-label={t('candidates.list')}>
            {candidates?.map((candidate) => (
              <li key={candidate.id} className={classes.candidate}>
                <Picture url={candidate.picture_url} size={56} />
                <CandidateFacts candidate={candidate} currency={quote.currency} taken={open} />
                <Choose candidate={candidate} lines={open} onPick={onPick} />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </DetailSection>
  );
}

type MatchedTextProps = { product: string; similarity: number | null; count: number };

/** Which product has all variants, and how similar it is: others may be more so. */
function MatchedText({ product, similarity, count }: MatchedTextProps) {
  const { t, i18n } = useTranslation('quotes-workbench');
  if (similarity === null) return <span>{t('candidates.matched', { product, count })}</span>;
  const percent = formatNumber(Math.round(similarity * 100), i18n.language);
  return <span>{t('candidates.matchedSo', { product, count, percent })}</span>;
}

function RequestPictures({ pictures }: { pictures: readonly string[] }) {
  const { t } = useTranslation(['quotes-workbench', 'quotes']);
  return (
    <ul className={classes.asked} aria-label={t('quotes:detail.pictures')}>
      {pictures.map((url, index) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noreferrer" aria-label={t('quotes:detail.openPicture')}>
            <Picture url={url} size={index === 0 ? 152 : 72} />
          </a>
        </li>
      ))}
      {pictures.length === 0 && (
        <li>
          <Picture url={null} size={152} />
        </li>
      )}
    </ul>
  );
}

type FactsProps = {
  candidate: Candidate;
  currency: string;
  /** Lines of the answer: those that consist of the candidate are named. */
  taken: readonly DraftLine[];
};

/** How alike, what the client pays for it, what it cost us, whether there is some, and which variants it was selected for. */
function CandidateFacts({ candidate, currency, taken }: FactsProps) {
  const { t, i18n } = useTranslation(['quotes-workbench', 'quotes']);
  const { similarity, price, cost_fen, stock, own, code } = candidate;
  const facts = [
    price === null ? t('candidates.noPrice') : t('candidates.price', { price: money(price, currency, i18n.language) }),
    cost_fen !== null && t('candidates.cost', { cost: `¥${minorToDecimal(cost_fen, 'CNY')}` }),
    stock > 0
      ? t('candidates.stock', { count: stock, pieces: formatNumber(stock, i18n.language) })
      : t('candidates.noStock'),
  ];
  const percent = formatNumber(Math.round((similarity ?? 0) * 100), i18n.language);
  const variants = taken.filter(({ sku }) => sku?.id === candidate.id).map(({ title }) => title);
  return (
    <div className={classes.words}>
      <span className={classes.name}>{candidate.title}</span>
      <span className={classes.detail}>
        {[code, similarity === null ? t('candidates.byTitle') : t('candidates.similarity', { percent })].join(' · ')}
        {own && ` · ${t('candidates.own')}`}
        {candidate.status === 'low' && ` · ${t('candidates.low')}`}
      </span>
      <span className={classes.detail}>{facts.filter((fact) => fact !== false).join(' · ')}</span>
      {variants.length > 0 && (
        <span className={classes.taken}>
          {taken.length === 1
            ? t('candidates.taken')
            : t('candidates.takenFor', { variants: formatList(variants, i18n.language) })}
        </span>
      )}
    </div>
  );
}

const money = (amount: number, currency: string, language: string) => formatMoney({ amount, currency }, language);

type ChooseProps = {
  candidate: Candidate;
  lines: readonly DraftLine[];
  onPick: (pairs: readonly Pair[]) => void;
};

/** Takes it for the one variant at once, and asks for which where there are several; nothing once all consist of it. */
function Choose({ candidate, lines, onPick }: ChooseProps) {
  const { t } = useTranslation(['quotes-workbench', 'quotes']);
  const [only, more] = lines;
  const left = withoutSku(lines, candidate.id);
  const select = t(left.length < lines.length ? 'candidates.selectOther' : 'candidates.select');
  const label = `${select}, ${candidate.code}`;
  if (!only || left.length === 0) return null;
  if (!more)
    return (
      <Button
        variant="default"
        size="compact-sm"
        aria-label={label}
        onClick={() => onPick([{ line: only.line, sku: candidate }])}
      >
        {select}
      </Button>
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="compact-sm" aria-label={label}>
          {select}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} className={classes.menu ?? ''}>
        <Menu.Label>{t('candidates.selectFor')}</Menu.Label>
        {left.map((line) => (
          <Menu.Item key={line.line} onClick={() => onPick([{ line: line.line, sku: candidate }])}>
            {line.title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
